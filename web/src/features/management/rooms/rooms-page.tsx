// Rooms of the organisation, /management/rooms: made, changed and deleted in their rows, with their bookings and those that clash.
import { CalendarClock, Ellipsis, Plus, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { near, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'

export type ManagedRoom = Answer<'GET /api/management/rooms'>['items'][number]
export const refreshRooms = () => Promise.all([invalidate('GET /api/management/rooms'), invalidate('GET /api/rooms')])

const RoomDialog = laterDialog(async () => (await Promise.all([import('./room-dialog.tsx'), texts('errors')]))[0])
const BookingsDrawer = laterDialog(() => import('./bookings-drawer.tsx'))

export default function RoomsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.rooms')}>
      <Rooms />
    </ManagementFrame>
  )
}

function Rooms() {
  const t = useTexts('rooms')
  const tm = useTexts('management')
  const me = useMe()
  const [edited, setEdited] = useState<{ room: ManagedRoom | undefined }>()
  const [shown, setShown] = useState<ManagedRoom>()
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/management/rooms', { query: { page, page_size: size, ...(find && { keyword: find }) } }),
  )
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const remove = async ({ id, name, version }: ManagedRoom) => {
    try {
      await call('DELETE /api/management/rooms/:id', { params: { id }, query: { version } })
      toast({
        text: t('deleted', { name }),
        undo: () => void call('PUT /api/management/rooms/:id/restore', { params: { id } }).then(refreshRooms, failed),
      })
    } catch (failure) {
      failed(failure)
    }
    await refreshRooms()
  }
  // rooms are the whole organisation's
  const add = !me.bound && (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setEdited({ room: undefined })}>
        {t('add')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<ManagedRoom>[] = [
    {
      key: 'name',
      head: t('name'),
      text: ({ name }) => name,
      cell: (room) => (
        <button type="button" className="text-left font-medium wrap-anywhere hover:underline" onClick={() => setShown(room)}>
          {room.name}
        </button>
      ),
    },
    { key: 'place', head: t('place'), text: ({ place }) => place, cell: ({ place }) => place },
    {
      key: 'seats',
      head: t('seats'),
      width: 90,
      numeric: true,
      text: ({ seats }) => String(seats ?? ''),
      cell: ({ seats }) => (seats === null ? '–' : number(seats)),
    },
    {
      key: 'equipment',
      head: t('equipment'),
      optional: 'hidden',
      card: 'more',
      text: ({ equipment }) => equipment,
      cell: ({ equipment }) => equipment,
    },
    {
      key: 'next',
      head: t('next'),
      card: 'more',
      text: ({ next }) => (next ? `${near(next.start_time)} ${next.title}` : ''),
      cell: ({ next }) =>
        next ? (
          <span>
            <span className="tabular">{near(next.start_time)}</span> <bdi className="text-text-2">{next.title || t('private')}</bdi>
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'bookings',
      head: t('bookings'),
      under: t('days14'),
      width: 170,
      card: 'end',
      numeric: true,
      text: ({ bookings }) => String(bookings),
      cell: ({ bookings, clashes }) => (
        <span className="inline-flex items-center gap-2">
          {clashes > 0 && (
            <Chip tone="bad" icon={TriangleAlert}>
              {t('clashes', { count: clashes })}
            </Chip>
          )}
          {number(bookings)}
        </span>
      ),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      width: 56,
      cell: (room) => (
        <Menu
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: room.name }), icon: Ellipsis, size: 'sm' } }}
          groups={[
            {
              items: [
                { label: t('showBookings'), icon: CalendarClock, onSelect: () => setShown(room) },
                ...(me.bound
                  ? []
                  : [
                      { label: t('change'), onSelect: () => setEdited({ room }) },
                      { label: t('delete'), danger: true, onSelect: () => void remove(room) },
                    ]),
              ],
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('text')}</p>
      <TableScreen<ManagedRoom>
        name="management.rooms"
        caption={tm('entry.rooms')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('find')}
        actions={add}
        exportName={tm('entry.rooms')}
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('none')} text={t(me.bound ? 'noneBound' : 'noneText')}>
            {add}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits', { text: list.find })}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      <Suspense>
        {edited && <RoomDialog room={edited.room} onClose={() => setEdited(undefined)} />}
        {shown && <BookingsDrawer room={shown} onClose={() => setShown(undefined)} />}
      </Suspense>
    </>
  )
}
