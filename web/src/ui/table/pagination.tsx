// Pagination: the range of entries, page size 10 20 30 50 100, first, previous, numbers with …, next, last, Go to. On phones (or `simple`)
// previous, 3 of 22, next. A change scrolls to the top unless `scroll` is false; changing the size begins at page 1.
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { number } from '../format.ts'
import { IconButton } from '../icon-button.tsx'

export const pageSizes = [10, 20, 30, 50, 100] as const

/** The page numbers to show; 0 stands for …. */
export function pageNumbers(page: number, pages: number): number[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1)
  const middle = [page - 1, page, page + 1].filter((n) => n > 1 && n < pages)
  const [low = 2, high = pages - 1] = page <= 3 ? [2, 5] : page >= pages - 2 ? [pages - 4, pages - 1] : [middle[0], middle.at(-1)]
  return [1, ...(low > 2 ? [0] : []), ...Array.from({ length: high - low + 1 }, (_, i) => low + i), ...(high < pages - 1 ? [0] : []), pages]
}

type PaginationProps = {
  page: number
  pages: number
  pageSize: number
  total: number
  onChange: (page: number, pageSize: number) => void
  simple?: boolean
  scroll?: boolean
}

export function Pagination({ page, pages, pageSize, total, onChange, simple = false, scroll = true }: PaginationProps) {
  const t = useTexts('ui')
  const goTo = (target: number, size = pageSize) => {
    onChange(Math.min(Math.max(1, target), Math.max(1, pages)), size)
    if (scroll) window.scrollTo({ top: 0 })
  }
  const endReasons = { first: page <= 1 ? t('pageFirst') : undefined, last: page >= pages ? t('pageLast') : undefined }
  const previous = (
    <IconButton size="sm" label={t('previousPage')} icon={ChevronLeft} off={endReasons.first} onClick={() => goTo(page - 1)} />
  )
  const next = <IconButton size="sm" label={t('nextPage')} icon={ChevronRight} off={endReasons.last} onClick={() => goTo(page + 1)} />
  const compact = (
    <div className="flex items-center gap-0.5">
      {previous}
      <span className="tabular px-2">{t('pageOf', { page: number(page), pages: number(Math.max(1, pages)) })}</span>
      {next}
    </div>
  )
  if (simple)
    return (
      <nav aria-label={t('pages')} className="text-small text-text-2">
        {compact}
      </nav>
    )
  const from = Math.min(total, (page - 1) * pageSize + 1)
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-text-2">
      <span className="tabular mr-auto">
        {t('rangeOf', { from: number(from), to: number(Math.min(total, page * pageSize)), total: number(total) })}
      </span>
      <span className="tablet:hidden">{compact}</span>
      <select
        aria-label={t('pageSize')}
        value={pageSize}
        onChange={(event) => goTo(1, Number(event.target.value))}
        className="field-edge min-h-(--control-sm) px-1.5 max-tablet:hidden"
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t('perPage', { size })}
          </option>
        ))}
      </select>
      <div className="flex items-center gap-0.5 max-tablet:hidden">
        <IconButton size="sm" label={t('firstPage')} icon={ChevronsLeft} off={endReasons.first} onClick={() => goTo(1)} />
        {previous}
        {pageNumbers(page, pages).map((n, i) =>
          n === 0 ? (
            <span key={`gap${i}`} className="px-1">
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              aria-label={t('pageNumber', { page: number(n) })}
              aria-current={n === page ? 'page' : undefined}
              onClick={() => goTo(n)}
              className={classes(
                'tabular min-h-(--control-sm) min-w-(--control-sm) rounded-control px-1.5',
                n === page ? 'bg-accent font-semibold text-accent-on' : 'hover:bg-hover',
              )}
            >
              {number(n)}
            </button>
          ),
        )}
        {next}
        <IconButton size="sm" label={t('lastPage')} icon={ChevronsRight} off={endReasons.last} onClick={() => goTo(pages)} />
      </div>
      {pages > 1 && <Jump onGo={goTo} />}
    </nav>
  )
}

function Jump({ onGo }: { onGo: (page: number) => void }) {
  const t = useTexts('ui')
  const [typed, setTyped] = useState('')
  return (
    <form
      className="max-tablet:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const target = Number.parseInt(typed, 10)
        if (target) onGo(target)
        setTyped('')
      }}
    >
      <label className="flex items-center gap-1.5">
        {t('goTo')}
        <input
          inputMode="numeric"
          maxLength={7}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          className="field-edge tabular min-h-(--control-sm) w-12 px-1.5"
        />
      </label>
    </form>
  )
}
