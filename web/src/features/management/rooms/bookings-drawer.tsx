// Bookings of a room beside the list of rooms: a week at a time, by day; those at the same time are marked.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { addDays, momentOfDay, today } from '../../../ui/dates.ts'
import { Drawer } from '../../../ui/dialogs/dialog.tsx'
import { dayInFull, displayLocal, time } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { PartFailed } from '../part-failed.tsx'
import type { ManagedRoom } from './rooms-page.tsx'

type Booking = Answer<'GET /api/management/rooms/:id/bookings'>['items'][number]

export default function BookingsDrawer({ room, onClose }: { room: ManagedRoom; onClose: () => void }) {
  const t = useTexts('rooms')
  const [first, setFirst] = useState(today())
  const last = addDays(first, 6)
  const [start, end] = [momentOfDay(first), momentOfDay(addDays(first, 7))]
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/management/rooms/:id/bookings', { params: { id: room.id }, query: { start, end } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer open onClose={onClose} title={room.name} {...(room.place && { description: room.place })}>
      <div className="mb-3 flex items-center gap-2">
        <IconButton label={t('weekBefore')} icon={ChevronLeft} onClick={() => setFirst(addDays(first, -7))} />
        <IconButton label={t('weekAfter')} icon={ChevronRight} onClick={() => setFirst(addDays(first, 7))} />
        <span role="status" className="tabular">
          {displayLocal(first)} – {displayLocal(last)}
        </span>
      </div>
      {error && !data ? (
        <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('free')} />
      ) : (
        <div aria-busy={isPlaceholderData || undefined} className="space-y-4">
          {[...Map.groupBy(data.items, ({ start_time }) => dayInFull(start_time))].map(([day, bookings]) => (
            <section key={day} aria-label={day}>
              <h3 className="mb-1 text-small font-medium text-text-2">{day}</h3>
              <ul className="surface-card divide-y divide-line">
                {bookings.map((one) => (
                  <Row key={`${one.id} ${one.start_time}`} booking={one} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Drawer>
  )
}

function Row({ booking: { kind, title, start_time, end_time, clash, waiting } }: { booking: Booking }) {
  const t = useTexts('rooms')
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
      <span className="tabular">
        {time(start_time)}–{time(end_time)}
      </span>
      <span className="min-w-[min(160px,100%)] flex-1 wrap-anywhere">
        <bdi className="font-medium">{title || t('private')}</bdi>
        <span className="block text-small text-text-2">{t(`kind.${kind}`)}</span>
      </span>
      {waiting && <Chip tone="note">{t('waiting')}</Chip>}
      {clash && (
        <Chip tone="bad" icon={TriangleAlert}>
          {t('clash')}
        </Chip>
      )}
    </li>
  )
}
