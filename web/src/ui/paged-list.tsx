// A paged list in all its states: skeleton, rows (faded while the next ones come), nothing there, nothing that fits, failed with Try again; below it the pages.
import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { timeWithSeconds } from './format.ts'
import { Pagination } from './pagination.tsx'
import type { Change } from './paging.ts'
import { Failed, SkeletonRows } from './states.tsx'

export type Paged<Of> = {
  /** After a failed fetch: page 1, 0 in all, no items, and the error. */
  items: readonly Of[]
  page: number
  pages: number
  size: number
  total: number
  find: string
  filters: Readonly<Record<string, string>>
  /** Something narrows the list. */
  narrowed: boolean
  waiting: boolean
  /** What is shown is what was asked before. */
  stale: boolean
  failed: { code: number | undefined; at: number } | undefined
  change: (change: Change) => void
  clear: () => void
  retry: () => void
}

export function PagedList<Of>({
  list,
  failedTitle,
  skeleton = <SkeletonRows rows={6} />,
  empty,
  nothingFits,
  children,
}: {
  list: Paged<Of>
  failedTitle: string
  skeleton?: ReactNode
  /** Nothing is there at all. */
  empty: ReactNode
  /** Nothing is left of what is there; offers a way to clear. */
  nothingFits?: ReactNode
  children: (items: readonly Of[]) => ReactNode
}) {
  const t = useTexts('ui')
  const { failed, items, page, pages, size, total } = list
  return (
    <>
      <p role="status" className="screen-reader">
        {list.waiting || failed || list.stale ? '' : t('total', { count: total })}
      </p>
      {failed ? (
        <Failed title={failedTitle} code={failed.code} at={timeWithSeconds(failed.at)} onRetry={list.retry} />
      ) : list.waiting ? (
        skeleton
      ) : items.length === 0 ? (
        list.narrowed ? (
          (nothingFits ?? empty)
        ) : (
          empty
        )
      ) : (
        <div aria-busy={list.stale || undefined} className={list.stale ? 'opacity-60' : undefined}>
          {children(items)}
        </div>
      )}
      {!failed && total > 10 && (
        <div className="mt-3">
          <Pagination page={page} pages={pages} pageSize={size} total={total} onChange={(to, of) => list.change({ page: to, size: of })} />
        </div>
      )}
    </>
  )
}
