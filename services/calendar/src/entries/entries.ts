// The entries of a span of time: one statement over the places of a reader, then series become lessons.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { storedTime } from '@lyceum/kit/database/stored-times'
import { spanSql } from '../places.ts'
import type { AuditStatus } from '../meetings/api.ts'
import { editableAt } from '../meetings/rules.ts'
import { changesEventSql, changesGroupMeetingSql, meetingBelowSql, readerSql, seesEventSql, seesMeetingSql } from '../reader.ts'
import { daysIn, holidayTexts } from '../timetables/holidays.ts'
import { dateOf, type Days, occurrencesIn, type RepeatType } from '../timetables/rules.ts'
import { seriesOf } from '../timetables/timetable-row.ts'
import type { Entry } from './api.ts'

export const mostEntries = 5000

export type Row = {
  kind: 'event' | 'timetable' | 'meeting'
  id: string
  title: string
  /** Milliseconds: a driver's dates cost more than the rest of the row. */
  starts: number
  ends: number
  all_day: boolean
  location: string
  description: string
  course_id: string | null
  course_name: string | null
  color: string | null
  editable: boolean
  version: string
  /** Its version, and the transaction that wrote the row; null of meetings, which nobody keeps. */
  written: string | null
  /** Of timetables. */
  series: {
    zone: string
    first: string
    start: number
    minutes: number
    repeat: RepeatType
    frequency: number
    weekdays: number[]
    last: string
    excluded: string[]
    org: string
  } | null
  /** Of meetings. */
  meeting: { status: AuditStatus; instruction: boolean; url: string; group: { id: string; name: string } | null } | null
  /** Of events. */
  tag: number | null
}

const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** A row in whichever version somebody has written it. */
export const writtenSql = (row: string) => `concat(${row}.version, '.', ${row}.xmin)`

/** The events among the common table `hit`, and what the reader is in the course of each. */
export const hitEventsSql = `
  (select item_id, max(name) as name, max(role) as role, coalesce(bool_or(may_change), false) as may_change
    from hit where kind = 'event' group by item_id) ec
  join events e on e.id = ec.item_id and e.deleted_at is null where ${seesEventSql}`
export const hitTimetablesSql = `
  hit h join timetables t on h.kind = 'timetable' and t.id = h.item_id
    and t.org_id = any(array(select o.id from mirror.orgs o where o.settings->'toggles' ? 'timetables'))`
export const hitMeetingsSql = `
  select 'meeting' as kind, m.id::text as id, m.title, ${milliseconds('m.start_time')} as starts, ${milliseconds('m.end_time')} as ends, false as all_day,
    m.room as location, m.description, m.course_id::text as course_id, (select c.name from courses c where c.id = m.course_id) as course_name, null as color,
    case when m.group_id is not null then ${changesGroupMeetingSql}
      when m.instruction then exists (select from courses c where c.id = m.course_id and c.may_change)
      else m.created_by = $1::uuid or m.host_id = $1::uuid or $4 and m.org_id = $5 and ($6 = '' or ${meetingBelowSql('$5', '$6')}) end as editable,
    m.version::text as version, null as written, null::jsonb as series,
    jsonb_build_object('status', m.audit_status, 'instruction', m.instruction, 'url', m.join_url,
      'group', (select jsonb_build_object('id', g.id, 'name', g.name) from research_groups g where g.id = m.group_id)) as meeting, null::int as tag
  from (select distinct item_id from hit where kind = 'meeting') h join meetings m on m.id = h.item_id where ${seesMeetingSql}`

/** $1 the reader, $2 and $3 the span, $4 whether they manage the calendar of $5, or of its department $6, $7 a course or null: only what is of it, $8 with lessons. */
const entriesSql = `
  with ${readerSql}, hit as materialized (
    select p.kind, p.item_id, p.starts, p.ends, mine.name, mine.role, mine.may_change from places p join mine on mine.id = p.place_id
    where ${spanSql('$2', '$3')} and ($7::uuid is null or p.place_id = $7)
      and ($8::bool or p.kind <> 'timetable')
  )
  select 'event' as kind, e.id::text, e.title, ${milliseconds('e.start_time')} as starts, ${milliseconds('e.end_time')} as ends, e.all_day, e.location, e.description,
    case when cardinality(e.course_ids) = 1 then e.course_ids[1]::text end as course_id,
    case when cardinality(e.course_ids) = 1 then ec.name end as course_name, e.color,
    ${changesEventSql('$4', '$5', '$6')} as editable, e.version::text, ${writtenSql('e')} as written, null::jsonb as series, null::jsonb as meeting, e.tag_id as tag
  from ${hitEventsSql}
  union all
  select 'timetable', t.id::text, h.name, ${milliseconds('h.starts')}, ${milliseconds('h.ends')}, false, t.location, t.description, t.course_id::text, h.name, null, h.may_change, t.version::text,
    ${writtenSql('t')}, jsonb_build_object('zone', t.time_zone, 'first', t.first_day, 'start', t.start_minute, 'minutes', t.minutes, 'repeat', t.repeat_type,
      'frequency', t.frequency, 'weekdays', t.weekdays, 'last', t.last_day, 'excluded', t.excluded, 'org', t.org_id), null, null
  from ${hitTimetablesSql}
  union all
  ${hitMeetingsSql}
  order by starts, id limit ${mostEntries}`

/** `series` false: without lessons. */
export type Reader = {
  person: string
  org: string
  manages: boolean
  department?: string | undefined
  course?: string | null | undefined
  series?: boolean
}

/** The rows of a span, and the holidays of the organisations whose series are among them (holidayTexts). */
export async function readRows(
  tx: Tx,
  { person, org, manages, department = '', course = null, series = true }: Reader,
  from: Date,
  to: Date,
) {
  const found = await rows<Row>(tx, entriesSql, person, from, to, manages, org || null, department, course, series)
  const orgs = [...new Set(found.flatMap(({ series }) => series?.org ?? []))]
  return { found, holidays: await holidayTexts(tx, orgs) }
}

/** The entries that a person sees from one time to another. */
export async function entriesOf(tx: Tx, asked: Reader, from: Date, to: Date, now: Date): Promise<Entry[]> {
  const { found, holidays } = await readRows(tx, asked, from, to)
  const daysOff = new Map([...holidays].map(([school, text]) => [school, daysIn(text)]))
  return found
    .flatMap((row) => (row.series ? lessonsOf(row, from, to, daysOff.get(row.series.org) ?? []) : [entryOf(row, now)]))
    .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, mostEntries)
}

/** `start` and `end` in milliseconds. */
type Own = Pick<Entry, 'kind' | 'editable'> &
  Partial<Pick<Entry, 'time_zone' | 'occurrence_date' | 'repeats' | 'audit_status' | 'join_url'>> & { start: number; end: number }
const shown = (row: Row, own: Own): Entry => ({
  id: row.id,
  title: row.title,
  all_day: row.all_day,
  location: row.location,
  description: row.description,
  course_id: row.course_id,
  course_name: row.course_name,
  color: row.color,
  version: Number(row.version),
  kind: own.kind,
  start_time: storedTime(own.start).toISOString(),
  end_time: storedTime(own.end).toISOString(),
  time_zone: own.time_zone ?? null,
  occurrence_date: own.occurrence_date ?? null,
  repeats: own.repeats ?? false,
  audit_status: own.audit_status ?? null,
  join_url: own.join_url ?? null,
  ...(row.tag !== null && { tag_id: row.tag }),
  ...(row.meeting?.group && { group_id: row.meeting.group.id, group_name: row.meeting.group.name }),
  editable: own.editable,
})

export function entryOf(row: Row, now: Date): Entry {
  const { meeting } = row
  const timed = meeting && {
    auditStatus: meeting.status,
    instruction: meeting.instruction,
    groupId: meeting.group?.id ?? null,
    startTime: storedTime(row.starts),
    endTime: storedTime(row.ends),
  }
  return shown(row, {
    kind: meeting ? (meeting.instruction ? 'instruction_meeting' : 'meeting') : 'event',
    start: row.starts,
    end: row.ends,
    audit_status: meeting?.status ?? null,
    join_url: meeting?.url || null,
    editable: row.editable && (!timed || editableAt(timed, now)),
  })
}

export function lessonsOf(row: Row, from: Date, to: Date, holidays: readonly Days[]): Entry[] {
  const { zone, first, start, minutes, repeat, frequency, weekdays, last, excluded } = row.series!
  const series = seriesOf({
    time_zone: zone,
    first_day: first,
    start_minute: start,
    minutes,
    repeat_type: repeat,
    frequency,
    weekdays,
    last_day: last,
    excluded,
  })
  return occurrencesIn(series, from.getTime(), to.getTime(), holidays).map((one) =>
    shown(row, {
      kind: 'timetable',
      start: one.start,
      end: one.end,
      time_zone: zone,
      occurrence_date: dateOf(one.day),
      repeats: repeat !== 'no_repeat',
      editable: row.editable,
    }),
  )
}
