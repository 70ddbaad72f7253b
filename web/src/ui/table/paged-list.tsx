// A paged list in all its states: skeleton, rows (faded while the next page loads), empty, no match, failed with Try again, not permitted with a
// way back; below it the pagination.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../button.tsx'
import { timeWithSeconds } from '../format.ts'
import { Pagination } from './pagination.tsx'
import type { Change } from './paging.ts'
import { Failed, NoPermission, SkeletonRows } from '../states.tsx'
import type { Sort } from './table-props.ts'

export type Paged<Of> = {
  /** After a failed fetch: page 1, a total of 0, no items, and the error. */
  items: readonly Of[]
  page: number
  pages: number
  size: number
  total: number
  find: string
  filters: Readonly<Record<string, string>>
  sort: Sort | undefined
  /** Whether a search or filter narrows the list. */
  narrowed: boolean
  waiting: boolean
  /** The items are those of the previous request. */
  stale: boolean
  /** `forbidden`: the reader has no right to it, which another try would not change. */
  failed: { code: number | undefined; at: number; forbidden?: boolean } | undefined
  /** `replace`: without an entry of the history; the default for typing alone. */
  change: (change: Change, replace?: boolean) => void
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
  /** For a list without any items. */
  empty: ReactNode
  /** For a search or filter without a match; offers a way to clear it. */
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
      {failed?.forbidden ? (
        <NotPermitted />
      ) : failed ? (
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
          <Pagination
            page={page}
            pages={pages}
            pageSize={size}
            total={total}
            onChange={(nextPage, nextSize) => list.change({ page: nextPage, size: nextSize })}
          />
        </div>
      )}
    </>
  )
}

function NotPermitted() {
  const t = useTexts('shell')
  return (
    <NoPermission title={t('forbidden')} text={t('rightMissing')}>
      <Link to={paths.home()} className={buttonLook('secondary')}>
        {t('toHome')}
      </Link>
    </NoPermission>
  )
}
