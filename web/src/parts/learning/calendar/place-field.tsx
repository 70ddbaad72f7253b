// The place of an entry: a text of one's own, or one of the organisation's rooms, where it has some; a room that is taken at that time says so.
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { toIso } from '../../../ui/dates.ts'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { list } from '../../../ui/format.ts'

/** The room that was chosen last; it counts as long as the text is its name. */
export type ChosenRoom = { id: string; name: string } | null
type Room = Answer<'GET /api/rooms'>['items'][number]

export const chosenRoom = (id: string | null, name: string): ChosenRoom => (id ? { id, name } : null)
/** The room as the calls take it: null where the text is another one. */
export const roomOf = (room: ChosenRoom | undefined, text: string): string | null => (room && room.name === text.trim() ? room.id : null)

const anyRoom = query('GET /api/rooms', { query: { page_size: 1 } })

export function PlaceField({
  label,
  text,
  room,
  times,
  entry,
  onChange,
}: {
  label: string
  text: { value: string; onChange: (value: string) => void; onBlur: () => void; error: string | undefined }
  room: ChosenRoom | undefined
  /** Local times of the entry. */
  times: { start_time: string; end_time: string }
  /** The one that is changed: it does not take its own room. */
  entry: string | undefined
  onChange: (text: string, room: ChosenRoom) => void
}) {
  const t = useTexts('calendar')
  const { data } = useQuery(anyRoom)
  const [start, end] = [toIso(times.start_time), toIso(times.end_time)]
  const span = start && end && start < end ? { start, end, ...(entry && { without: entry }) } : undefined
  const current = roomOf(room, text.value)
  const held = useQuery({
    ...query('GET /api/rooms', { query: { page_size: 100, keyword: room?.name ?? '', ...span } }),
    enabled: current !== null && span !== undefined,
  })
  const taken = current !== null && held.data?.items.some(({ id, taken: isTaken }) => id === current && isTaken)
  const has = (data?.total ?? 0) > 0
  const nameOf = ({ name, place, seats, taken }: Room) =>
    list([name, place, seats === null ? '' : t('seats', { count: seats }), taken ? t('roomTaken') : ''].filter(Boolean))
  return (
    <div className={has ? 'grid grid-cols-2 gap-3 max-tablet:grid-cols-1' : undefined}>
      <TextField {...text} label={label} maxLength={200} />
      {has && (
        <Combobox
          label={t('ofRooms')}
          help={taken ? t('roomIsTaken') : undefined}
          value={current && room ? { value: room.id, label: room.name } : { value: '', label: t('noRoom') }}
          onChange={(option) => {
            if (!option?.value) return onChange(current ? '' : text.value, null)
            const name = names.get(option.value) ?? option.label
            onChange(name, { id: option.value, name })
          }}
          search={async (sought, signal) => {
            const found = await call('GET /api/rooms', {
              query: { page_size: 50, ...(sought && { keyword: sought }), ...span },
              signal,
            })
            for (const { id, name } of found.items) names.set(id, name)
            const options = found.items.map((one) => ({ value: one.id, label: nameOf(one) }))
            return { options: sought ? options : [{ value: '', label: t('noRoom') }, ...options], total: found.total }
          }}
        />
      )}
    </div>
  )
}

/** Names of rooms that a list has shown, by id: an option says more than the name. */
const names = new Map<string, string>()
