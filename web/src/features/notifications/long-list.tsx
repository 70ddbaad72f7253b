// A list of any length: a hundred notifications a read, and only the rows in sight are in the page. Headings of days stand before their first row.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { NotificationRow } from '../../parts/learning/notifications/notification-row.tsx'
import { dayOf, type Filters, longList, useMarkRead } from '../../parts/learning/notifications/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'

export default function LongList({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const t = useTexts('notifications')
  const { data, error, errorUpdatedAt, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(longList(filters))
  const markRead = useMarkRead()
  const box = useRef<HTMLDivElement>(null)
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => 96,
    overscan: 8,
    getItemKey: (index) => items[index]!.id,
    scrollMargin: box.current?.offsetTop ?? 0,
  })
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && items.length > 0 && last > items.length - 30) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, items.length, last, fetchNextPage])
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} title={t('failed')} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  if (items.length === 0)
    return Object.keys(filters).length > 0 ? (
      <Empty title={t(filters.unread && Object.keys(filters).length === 1 ? 'noneUnreadTitle' : 'noneFits')}>
        <Button onClick={onClear}>{t('showAll')}</Button>
      </Empty>
    ) : (
      <Empty title={t('none')} text={t('noneText')} />
    )
  const total = data.pages[0]?.total ?? items.length
  return (
    <div ref={box} className="surface-card overflow-hidden">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = items[index]!
          const day = dayOf(item)
          const begins = index === 0 || dayOf(items[index - 1]!) !== day
          return (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-b border-line last:border-b-0"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {begins && <h2 className="border-b border-line bg-canvas px-4 py-2 text-caption font-semibold text-text-2">{t(day)}</h2>}
              <NotificationRow
                as="div"
                notification={item}
                onOpen={({ id, read_at }) => {
                  if (!read_at) markRead.mutate({ ids: [id] })
                }}
                onMark={({ id, read_at }) => markRead.mutate({ ids: [id], ...(read_at && { unread: true }) })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
