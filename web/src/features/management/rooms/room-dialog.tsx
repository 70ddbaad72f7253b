// The dialog of a room: name, place, seats, equipment, and where people far away join what is held in it.
import { useRef } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextArea, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { rowRefusal, savedAgainst } from '../row-form.tsx'
import { type ManagedRoom, refreshRooms } from './rooms-page.tsx'

type Values = { name: string; place: string; seats: number | null; remote_address: string; equipment: string }

export default function RoomDialog({ room, onClose }: { room: ManagedRoom | undefined; onClose: () => void }) {
  const t = useTexts('rooms')
  const version = useRef(room?.version ?? 0)
  const form = useForm<Values>({
    start: {
      name: room?.name ?? '',
      place: room?.place ?? '',
      seats: room?.seats ?? null,
      remote_address: room?.remote_address ?? '',
      equipment: room?.equipment ?? '',
    },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    explain: rowRefusal,
    send: async (values) => {
      if (room)
        await savedAgainst(
          version,
          () => call('PUT /api/management/rooms/:id', { params: { id: room.id }, body: { ...values, version: version.current } }),
          async () => {
            const byId = query('GET /api/management/rooms', { query: { page_size: 1, ids: [room.id] } })
            return (await queryClient.fetchQuery({ ...byId, staleTime: 0 })).items[0]
          },
        )
      else await call('POST /api/management/rooms', { body: values })
      await refreshRooms()
      toast({ text: t('saved', { name: values.name }) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={room ? t('changeOf', { name: room.name }) : t('add')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="room" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="room">
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
      </FormFrame>
    </Dialog>
  )
}
