import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { PDFDocumentProxy } from './open-pdf.ts'
import { searchPdf } from './search.ts'

/** Where a hit is: the page, and which of the page's. */
export type Hit = { page: number; nth: number }
export type Finding = { search: string; hits: readonly Hit[]; at: number; going: boolean }
export const nothingFound: Finding = { search: '', hits: [], at: 0, going: false }

/** The search field of a document: how many there are, the one before, the next. */
export function PdfSearch({
  doc,
  finding,
  onFind,
}: {
  doc: PDFDocumentProxy
  finding: Finding
  onFind: (to: (now: Finding) => Finding) => void
}) {
  const t = useTexts('viewer')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    onFind(() => ({ ...nothingFound, search, going: search.trim() !== '' }))
    searchPdf(doc, search, stop.signal, (page, count) =>
      onFind((now) => ({ ...now, hits: [...now.hits, ...Array.from({ length: count }, (_, nth) => ({ page, nth }))] })),
    )
      .catch(() => {})
      .finally(() => {
        if (!stop.signal.aborted) onFind((now) => ({ ...now, going: false }))
      })
    return () => stop.abort()
  }, [doc, search])
  const { hits, at, going } = finding
  const go = (by: 1 | -1) => {
    if (hits.length > 0) onFind((now) => ({ ...now, at: (now.at + by + now.hits.length) % now.hits.length }))
  }
  return (
    <div
      role="search"
      className="flex min-w-0 items-center gap-1 max-tablet:flex-1"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !search || hits.length === 0) return
        event.preventDefault()
        go(event.shiftKey ? -1 : 1)
      }}
    >
      <SearchInput
        label={t('searchDocument')}
        value={search}
        onSearch={setSearch}
        busy={going}
        className="w-44 min-w-24 max-tablet:w-full"
      />
      {search.trim() && (
        <>
          <span role="status" className="tabular text-small whitespace-nowrap text-text-2">
            {hits.length > 0 ? t('hitOf', { at: at + 1, total: hits.length }) : going ? '…' : t('nothingFound')}
          </span>
          <IconButton size="sm" label={t('previousHit')} icon={ChevronUp} onClick={() => go(-1)} />
          <IconButton size="sm" label={t('nextHit')} icon={ChevronDown} onClick={() => go(1)} />
        </>
      )}
    </div>
  )
}
