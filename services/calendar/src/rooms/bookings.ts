// Bookings of rooms: the lessons, events and meetings held in them, and those that overlap another one.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { spanSql } from '../places.ts'
import { holidaysOf } from '../timetables/holidays.ts'
import { occurrencesIn } from '../timetables/rules.ts'
import { seriesOf, timetableColumns, type TimetableRow } from '../timetables/timetable-row.ts'

export type Booked = {
  room: string
  kind: 'lesson' | 'event' | 'meeting'
  id: string
  title: string
  start: number
  end: number
  waiting: boolean
}
export type Span = { from: Date; to: Date }

/** Entries of one look, lessons of a series counted as one. */
const mostEntries = 20_000

type SeriesRow = TimetableRow & { room: string; name: string }
type OnceRow = { room: string; kind: 'event' | 'meeting'; id: string; title: string; starts: number; ends: number; waiting: boolean }

/** Everything held in the rooms in a span of time, the first to begin first. Two queries. */
export async function bookingsOf(tx: Tx, rooms: readonly string[], { from, to }: Span): Promise<Booked[]> {
  if (rooms.length === 0) return []
  const held = `from places p where p.place_id = any($1::uuid[]) and ${spanSql('$2::timestamptz', '$3::timestamptz')}`
  const once = await rows<OnceRow>(
    tx,
    `
    with held as (select p.place_id, p.kind, p.item_id ${held} and p.kind <> 'timetable' limit ${mostEntries})
    select h.place_id::text as room, 'event' as kind, e.id::text, case when e.target_type = 'self' then '' else e.title end as title,
      (extract(epoch from e.start_time) * 1000)::float8 as starts, (extract(epoch from e.end_time) * 1000)::float8 as ends, false as waiting
    from held h join events e on e.id = h.item_id and h.kind = 'event' and e.deleted_at is null
    union all
    select h.place_id::text, 'meeting', m.id::text, m.title, (extract(epoch from m.start_time) * 1000)::float8,
      (extract(epoch from m.end_time) * 1000)::float8, m.audit_status = 'others'
    from held h join meetings m on m.id = h.item_id and h.kind = 'meeting' and m.audit_status <> 'reject'`,
    rooms,
    from,
    to,
  )
  const series = await rows<SeriesRow>(
    tx,
    `
    select p.place_id::text as room, ${timetableColumns}, c.name
    from (select p.place_id, p.item_id ${held} and p.kind = 'timetable' limit ${mostEntries}) p
    join timetables t on t.id = p.item_id join mirror.courses c on c.id = t.course_id and not c.deleted
    join mirror.orgs o on o.id = t.org_id and o.settings->'toggles' ? 'timetables'`,
    rooms,
    from,
    to,
  )
  const holidays = await holidaysOf(tx, [...new Set(series.map(({ org_id }) => org_id))])
  return [
    ...once.map(({ starts, ends, ...row }): Booked => ({ ...row, start: starts, end: ends })),
    ...series.flatMap((row) =>
      occurrencesIn(seriesOf(row), from.getTime(), to.getTime(), holidays.get(row.org_id)).map(
        ({ start, end }): Booked => ({ room: row.room, kind: 'lesson', id: row.id, title: row.name, start, end, waiting: false }),
      ),
    ),
  ].sort((a, b) => a.start - b.start || a.id.localeCompare(b.id))
}

/** Those that overlap another one in the same room. Pure; `booked` begins with the first. */
export function clashesAmong(booked: readonly Booked[]): Set<Booked> {
  const clashing = new Set<Booked>()
  for (const list of Map.groupBy(booked, ({ room }) => room).values()) {
    let open: Booked[] = []
    for (const one of list) {
      open = open.filter(({ end }) => end > one.start)
      for (const other of open) {
        clashing.add(other)
        clashing.add(one)
      }
      open.push(one)
    }
  }
  return clashing
}
