// The row of a timetable: as a series of rules.ts, in replies, in facts, in its places.
import { personNames } from '@lyceum/identity/mirror/persons'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emit } from '@lyceum/kit/facts/outbox'
import { TimetableChangedSchema } from '@lyceum/proto/calendar'
import { place } from '../places.ts'
import type { Timetable } from './api.ts'
import { dateOf, dayOf, type RepeatType, type Series, timesOn } from './rules.ts'

export type TimetableRow = {
  id: string
  org_id: string
  course_id: string
  created_by: string
  time_zone: string
  first_day: string
  start_minute: number
  minutes: number
  repeat_type: RepeatType
  frequency: number
  weekdays: number[]
  last_day: string
  excluded: string[]
  origin_id: string | null
  origin_day: string | null
  location: string
  room_id: string | null
  description: string
  color: string
  version: string
}
/** Every column of `timetables t`; days as text, which no zone of a process can move. */
export const timetableColumns = `t.id::text, t.org_id::text, t.course_id::text, t.created_by::text, t.time_zone, t.first_day::text, t.start_minute, t.minutes,
  t.repeat_type, t.frequency, t.weekdays, t.last_day::text, t.excluded::text[], t.origin_id::text, t.origin_day::text, t.location, t.room_id::text, t.description, t.color,
  t.version::text`

export const seriesOf = (
  row: Omit<
    TimetableRow,
    'description' | 'created_by' | 'origin_id' | 'origin_day' | 'org_id' | 'color' | 'version' | 'location' | 'room_id' | 'id' | 'course_id'
  >,
): Series => ({
  zone: row.time_zone,
  firstDay: dayOf(row.first_day),
  startMinute: row.start_minute,
  minutes: row.minutes,
  repeatType: row.repeat_type,
  frequency: row.frequency,
  weekdays: row.weekdays,
  lastDay: dayOf(row.last_day),
  excluded: row.excluded.map(dayOf),
})
/** The columns of a series. */
export const columnsOf = (series: Series) => ({
  time_zone: series.zone,
  first_day: dateOf(series.firstDay),
  start_minute: series.startMinute,
  minutes: series.minutes,
  repeat_type: series.repeatType,
  frequency: series.frequency,
  weekdays: [...series.weekdays],
  last_day: dateOf(series.lastDay),
  excluded: series.excluded.map(dateOf),
})

export type Notice = { what: 'made' | 'moved' | 'cancelled'; startTime: string; location: string; content: string }

/** Inserts or writes the row, its places, and tells it. */
export async function writeTimetable(tx: Tx, row: TimetableRow, notice?: Notice): Promise<void> {
  await run(
    tx,
    `
    insert into timetables (id, org_id, course_id, created_by, time_zone, first_day, start_minute, minutes, repeat_type, frequency, weekdays, last_day,
      excluded, origin_id, origin_day, location, room_id, description, color, version)
    values ($1, $2, $3, $4, $5, $6::text::date, $7, $8, $9, $10, $11, $12::text::date, $13::text[]::date[], $14, $15::text::date, $16, $17, $18, $19, $20)
    on conflict (id) do update set time_zone = excluded.time_zone, first_day = excluded.first_day, start_minute = excluded.start_minute,
      minutes = excluded.minutes, repeat_type = excluded.repeat_type, frequency = excluded.frequency, weekdays = excluded.weekdays,
      last_day = excluded.last_day, excluded = excluded.excluded, location = excluded.location, room_id = excluded.room_id, description = excluded.description,
      color = excluded.color, version = excluded.version`,
    row.id,
    row.org_id,
    row.course_id,
    row.created_by,
    row.time_zone,
    row.first_day,
    row.start_minute,
    row.minutes,
    row.repeat_type,
    row.frequency,
    row.weekdays,
    row.last_day,
    row.excluded,
    row.origin_id,
    row.origin_day,
    row.location,
    row.room_id,
    row.description,
    row.color,
    row.version,
  )
  const series = seriesOf(row)
  await place(tx, 'timetable', row.id, [row.course_id, ...(row.room_id ? [row.room_id] : [])], {
    starts: new Date(timesOn(series, series.firstDay).start),
    ends: new Date(timesOn(series, series.lastDay).end),
  })
  await emitTimetable(tx, row, { notice })
}

export async function removeTimetable(tx: Tx, row: TimetableRow, notice?: Notice): Promise<void> {
  await run(tx, 'delete from timetables where id = $1', row.id)
  await run(tx, 'delete from places where item_id = $1', row.id)
  await emitTimetable(tx, { ...row, version: String(BigInt(row.version) + 1n) }, { deleted: true, notice })
}

export const emitTimetable = (
  tx: Tx,
  row: TimetableRow,
  { deleted = false, notice }: { deleted?: boolean; notice?: Notice | undefined } = {},
) =>
  emit(
    tx,
    TimetableChangedSchema,
    { key: `course:${row.course_id}`, org: row.org_id, version: BigInt(row.version) },
    {
      timetable: {
        id: row.id,
        orgId: row.org_id,
        courseId: row.course_id,
        timeZone: row.time_zone,
        firstDay: row.first_day,
        startMinute: row.start_minute,
        minutes: row.minutes,
        repeatType: row.repeat_type,
        repeatFrequency: row.frequency,
        repeatWeeklyDays: row.weekdays,
        lastDay: row.last_day,
        excludedDays: row.excluded,
        location: row.location,
        ...(row.origin_id && { originId: row.origin_id }),
        ...(row.origin_day && { originDay: row.origin_day }),
        deleted,
        version: BigInt(row.version),
      },
      ...(notice && { notice }),
    },
  )

export const lockTimetable = (tx: Tx, id: string): Promise<TimetableRow | undefined> =>
  one<TimetableRow>(tx, `select ${timetableColumns} from timetables t where t.id = $1 for update`, id)

/** Replies, with the names of courses and of who teaches them: two queries for many. */
export async function repliesOf(tx: Tx, list: readonly (TimetableRow & { editable: boolean })[]): Promise<Timetable[]> {
  const courses = [...new Set(list.map(({ course_id }) => course_id))]
  const named = await rows<{ id: string; name: string; teachers: string[] }>(
    tx,
    `select c.id::text, c.name, array(select m.person_id::text from mirror.members m where m.course_id = c.id and m.state = 'active'
       and m.role = 'instructor' order by m.person_id limit 20) as teachers
     from mirror.courses c where c.id = any($1)`,
    courses,
  )
  const people = await personNames(
    tx,
    named.flatMap(({ teachers }) => teachers),
  )
  const byId = new Map(named.map((course) => [course.id, course]))
  return list.map((row) => {
    const series = seriesOf(row)
    const { start, end } = timesOn(series, series.firstDay)
    const course = byId.get(row.course_id)
    const repeats = row.repeat_type !== 'no_repeat'
    return {
      id: row.id,
      course_id: row.course_id,
      course_title: course?.name ?? '',
      instructors_names: (course?.teachers ?? []).flatMap((id) => people.get(id)?.name || []),
      start_time: new Date(start).toISOString(),
      end_time: new Date(end).toISOString(),
      time_zone: row.time_zone,
      repeat_type: row.repeat_type,
      repeat_frequency: row.repeat_type === 'week' || row.repeat_type === 'custom' ? row.frequency : null,
      repeat_weekly_days: row.weekdays.join(','),
      repeat_end_date: repeats ? row.last_day : null,
      location: row.location,
      room_id: row.room_id,
      description: row.description,
      color: row.color as Timetable['color'],
      editable: row.editable,
      version: Number(row.version),
    }
  })
}
