// The dialog of a room: name, place, seats, equipment, and where people far away join what is held in it.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query, queryClient } from '../../../queries.ts'
import { TextArea, TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RowDialog, useRowDialog } from '../row-dialog.tsx'
import { type ManagedRoom, refreshRooms } from './rooms-page.tsx'

type Values = { name: string; place: string; seats: number | null; remote_address: string; equipment: string }

export default function RoomDialog({ room, onClose }: { room: ManagedRoom | undefined; onClose: () => void }) {
  const t = useTexts('rooms')
  const form = useRowDialog<Values>({
    row: room,
    start: {
      name: room?.name ?? '',
      place: room?.place ?? '',
      seats: room?.seats ?? null,
      remote_address: room?.remote_address ?? '',
      equipment: room?.equipment ?? '',
    },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    write: (body, version) =>
      room
        ? call('PUT /api/management/rooms/:id', { params: { id: room.id }, body: { ...body, version } })
        : call('POST /api/management/rooms', { body }),
    read: async () => {
      const byId = query('GET /api/management/rooms', { query: { page_size: 1, ids: room ? [room.id] : [] } })
      return (await queryClient.fetchQuery({ ...byId, staleTime: 0 })).items[0]
    },
    refresh: refreshRooms,
    saved: ({ name }) => t('saved', { name }),
    onClose,
  })
  return (
    <RowDialog title={room ? t('changeOf', { name: room.name }) : t('add')} form={form} onClose={onClose}>
      <TextField {...form.field('name')} label={t('name')} maxLength={200} autoFocus required />
      <TextField {...form.field('place')} label={t('place')} help={t('placeHelp')} maxLength={200} />
      <NumberField {...form.field('seats')} label={t('seats')} min={0} max={100_000} className="w-[160px]" />
      <TextField
        {...form.field('remote_address')}
        label={t('remoteAddress')}
        help={t('remoteAddressHelp')}
        type="url"
        placeholder="https://"
        maxLength={2000}
      />
      <TextArea {...form.field('equipment')} label={t('equipment')} rows={2} maxLength={1000} />
    </RowDialog>
  )
}
