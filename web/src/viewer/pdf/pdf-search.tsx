// Search field of a PDF: number of hits, previous, next.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import type { PDFDocumentProxy } from './open-pdf.ts'
import { searchPdf } from './search.ts'

/** A hit: its page from 1, and its index among the hits of the page. */
export type Hit = { page: number; index: number }
export type SearchState = { text: string; hits: readonly Hit[]; current: number; searching: boolean }
export const emptySearch: SearchState = { text: '', hits: [], current: 0, searching: false }

export function PdfSearch({
  doc,
  state,
  onChange,
}: {
  doc: PDFDocumentProxy
  state: SearchState
  onChange: (update: (previous: SearchState) => SearchState) => void
}) {
  const t = useTexts('viewer')
  const [text, setSearch] = useState('')
  useEffect(() => {
    const aborter = new AbortController()
    onChange(() => ({ ...emptySearch, text, searching: text.trim() !== '' }))
    searchPdf(doc, text, aborter.signal, (page, count) =>
      onChange((previous) => ({
        ...previous,
        hits: [...previous.hits, ...Array.from({ length: count }, (_, index) => ({ page, index }))],
      })),
    )
      .catch(() => {})
      .finally(() => {
        if (!aborter.signal.aborted) onChange((previous) => ({ ...previous, searching: false }))
      })
    return () => aborter.abort()
  }, [doc, text])
  const { hits, current, searching } = state
  const stepHit = (by: 1 | -1) => {
    if (hits.length > 0)
      onChange((previous) => ({ ...previous, current: (previous.current + by + previous.hits.length) % previous.hits.length }))
  }
  return (
    <div
      role="group"
      aria-label={t('searchDocument')}
      className="flex min-w-0 items-center gap-1 max-tablet:flex-1"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text || hits.length === 0) return
        event.preventDefault()
        stepHit(event.shiftKey ? -1 : 1)
      }}
    >
      <SearchInput
        label={t('searchDocument')}
        value={text}
        onSearch={setSearch}
        busy={searching}
        className="w-44 min-w-24 max-tablet:w-full"
      />
      {text.trim() && (
        <>
          <span role="status" className="tabular text-small whitespace-nowrap text-text-2">
            {hits.length > 0 ? t('hitOf', { at: current + 1, total: hits.length }) : searching ? '…' : t('nothingFound')}
          </span>
          <IconButton size="sm" label={t('previousHit')} icon={ChevronUp} onClick={() => stepHit(-1)} />
          <IconButton size="sm" label={t('nextHit')} icon={ChevronDown} onClick={() => stepHit(1)} />
        </>
      )}
    </div>
  )
}
