// A part of the overview: a heading, its rows in all their states, and its own pages.
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { number } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { PartFailed } from './part-failed.tsx'

type Answer<Of> = { items: readonly Of[]; page: number; pages: number; page_size: number; total: number }
type Read<Of> = Pick<UseQueryOptions<Answer<Of>, Error, Answer<Of>, any>, 'queryKey' | 'queryFn'>

/** Rows on a page of a part. */
export const partSize = 5

export function Part<Of>({
  title,
  read,
  rowKey,
  row,
  empty,
  emptyText,
  aside,
}: {
  title: string
  read: (page: number) => Read<Of>
  rowKey: (item: Of) => string
  row: (item: Of) => ReactNode
  empty: string
  emptyText?: string
  /** Beside the heading. */
  aside?: ReactNode
}) {
  const t = useTexts('management')
  const id = useId()
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, isPlaceholderData, refetch } = useQuery({
    ...read(page),
    placeholderData: keepPreviousData as never,
  } as UseQueryOptions<Answer<Of>, Error, Answer<Of>, any>)
  // the last row of the last page was settled
  if (data && !isPlaceholderData && data.items.length === 0 && page > 1) setPage(Math.max(1, data.pages))
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        {data && data.total > 0 && <span className="tabular text-small text-text-3">{number(data.total)}</span>}
        <span className="ml-auto flex items-center gap-1">
          {aside && <span className="not-last:mr-2">{aside}</span>}
          {data && data.pages > 1 && (
            <>
              <span className="tabular text-small text-text-2">{t('pageOf', { page, pages: data.pages })}</span>
              <IconButton
                label={t('previous', { what: title })}
                icon={ChevronLeft}
                size="sm"
                off={page === 1 ? t('firstPage') : undefined}
                onClick={() => setPage(page - 1)}
              />
              <IconButton
                label={t('next', { what: title })}
                icon={ChevronRight}
                size="sm"
                off={page >= data.pages ? t('lastPage') : undefined}
                onClick={() => setPage(page + 1)}
              />
            </>
          )}
        </span>
      </div>
      {error && !data ? (
        <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.items.length === 0 ? (
        <Empty title={empty} {...(emptyText && { text: emptyText })} />
      ) : (
        <ul
          aria-busy={isPlaceholderData || undefined}
          className={classes('surface-card divide-y divide-line overflow-hidden', isPlaceholderData && 'opacity-60')}
        >
          {data.items.map((item) => (
            <li key={rowKey(item)}>{row(item)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
