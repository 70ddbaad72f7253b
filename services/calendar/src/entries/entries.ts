// The entries of a span of time: one statement over the places of a reader, then series become lessons. A month is read at every look at the calendar,
// so it is SQL without Prisma.
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain, rows, type Tx } from '@lyceum/kit/database/database'
import { coloursOf } from '../colours/colours.ts'
import type { Deps } from '../deps.ts'
import type { AuditStatus } from '../meetings/api.ts'
import { editableAt } from '../meetings/rules.ts'
import { changesEventSql, readerSql, seesEventSql, seesMeetingSql } from '../reader.ts'
import { spanOf } from '../span.ts'
import { dateOf, type Days, dayOf, occurrencesIn, type RepeatType } from '../timetables/rules.ts'
import { seriesOf } from '../timetables/timetable-row.ts'
import type { Entry } from './api.ts'

const mostEntries = 5000

type Row = {
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
  meeting: { status: AuditStatus; instruction: boolean; url: string } | null
}

const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/** $1 the reader, $2 and $3 the span, $4 whether they manage the calendar of $5, $6 a course or null: only what is of it, $7 with lessons. */
const entriesSql = `
  with ${readerSql}, hit as materialized (
    select p.kind, p.item_id, p.starts, p.ends, mine.name, mine.role, mine.may_change from places p join mine on mine.id = p.place_id
    where p.ends > $2 and p.starts < $3 and ($6::uuid is null or p.place_id = $6)
      and ($7::bool or p.kind <> 'timetable')
  )
  select 'event' as kind, e.id::text, e.title, ${milliseconds('e.start_time')} as starts, ${milliseconds('e.end_time')} as ends, e.all_day, e.location, e.description,
    case when cardinality(e.course_ids) = 1 then e.course_ids[1]::text end as course_id,
    case when cardinality(e.course_ids) = 1 then ec.name end as course_name, e.color,
    ${changesEventSql('$4', '$5')} as editable, e.version::text, null::jsonb as series, null::jsonb as meeting
  from (select item_id, max(name) as name, max(role) as role, coalesce(bool_or(may_change), false) as may_change
    from hit where kind = 'event' group by item_id) ec
  join events e on e.id = ec.item_id and e.deleted_at is null where ${seesEventSql}
  union all
  select 'timetable', t.id::text, h.name, ${milliseconds('h.starts')}, ${milliseconds('h.ends')}, false, t.location, t.description, t.course_id::text, h.name, null, h.may_change, t.version::text,
    jsonb_build_object('zone', t.time_zone, 'first', t.first_day, 'start', t.start_minute, 'minutes', t.minutes, 'repeat', t.repeat_type,
      'frequency', t.frequency, 'weekdays', t.weekdays, 'last', t.last_day, 'excluded', t.excluded, 'org', t.org_id), null
  from hit h join timetables t on h.kind = 'timetable' and t.id = h.item_id
  join mirror.orgs o on o.id = t.org_id and o.settings->'toggles' ? 'timetables'
  union all
  select 'meeting', m.id::text, m.title, ${milliseconds('m.start_time')}, ${milliseconds('m.end_time')}, false, m.room, m.description, m.course_id::text,
    (select c.name from courses c where c.id = m.course_id), null,
    case when m.instruction then exists (select from courses c where c.id = m.course_id and c.may_change)
      else m.created_by = $1::uuid or m.host_id = $1::uuid or $4 and m.org_id = $5 end,
    m.version::text, null, jsonb_build_object('status', m.audit_status, 'instruction', m.instruction, 'url', m.join_url)
  from (select distinct item_id from hit where kind = 'meeting') h join meetings m on m.id = h.item_id where ${seesMeetingSql}
  order by starts, id limit ${mostEntries}`

/** `series` false: without lessons. */
type Asked = { person: string; org: string; manages: boolean; course?: string | null | undefined; series?: boolean }

/** What a person sees from one time to another. */
export async function entriesOf(
  tx: Tx,
  { person, org, manages, course = null, series = true }: Asked,
  from: Date,
  to: Date,
  now: Date,
): Promise<Entry[]> {
  const found = await rows<Row>(tx, entriesSql, person, from, to, manages, org || null, course, series)
  const orgs = [...new Set(found.flatMap(({ series }) => series?.org ?? []))]
  const holidays = await holidaysOf(tx, orgs)
  return found
    .flatMap((row) => (row.series ? lessons(row, from.getTime(), to.getTime(), holidays.get(row.series.org) ?? []) : [entry(row, now)]))
    .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, mostEntries)
}

/** The holidays of organisations' terms, by organisation. */
export async function holidaysOf(tx: Tx, orgs: string[]): Promise<Map<string, Days[]>> {
  if (orgs.length === 0) return new Map()
  const terms = await rows<{ org: string; holidays: { start_date: string; end_date: string }[] }>(
    tx,
    `select org_id::text as org, holidays from terms where org_id = any($1) and not deleted and holidays <> '[]'`,
    orgs,
  )
  const byOrg = Map.groupBy(terms, ({ org }) => org)
  return new Map(
    [...byOrg].map(([org, list]) => [
      org,
      list.flatMap(({ holidays }) => holidays.map(({ start_date, end_date }): Days => [dayOf(start_date), dayOf(end_date)])),
    ]),
  )
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
  start_time: new Date(own.start).toISOString(),
  end_time: new Date(own.end).toISOString(),
  time_zone: own.time_zone ?? null,
  occurrence_date: own.occurrence_date ?? null,
  repeats: own.repeats ?? false,
  audit_status: own.audit_status ?? null,
  join_url: own.join_url ?? null,
  editable: own.editable,
})

function entry(row: Row, now: Date): Entry {
  const { meeting } = row
  const timed = meeting && {
    auditStatus: meeting.status,
    instruction: meeting.instruction,
    startTime: new Date(row.starts),
    endTime: new Date(row.ends),
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

function lessons(row: Row, from: number, to: number, holidays: readonly Days[]): Entry[] {
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
  return occurrencesIn(series, from, to, holidays).map((one) =>
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

export async function readEntries({ pool, now }: Deps, actor: Actor, query: { start: string; end: string }) {
  const { from, to } = spanOf(query)
  const tx = plain(pool)
  const [entries, [org], colours] = await Promise.all([
    entriesOf(tx, { person: actor.person, org: actor.org, manages: may(actor, 'calendar.manage') }, from, to, now()),
    rows<{ timetables: boolean; cloud_classrooms: boolean }>(
      tx,
      `select settings->'toggles' ? 'timetables' as timetables, settings->'toggles' ? 'cloud_classrooms' as cloud_classrooms from mirror.orgs where id = $1`,
      actor.org,
    ),
    coloursOf(tx, actor.person),
  ])
  return { entries, timetables: org?.timetables ?? false, cloud_classrooms: org?.cloud_classrooms ?? false, colours }
}
