// A look at the calendar. A process keeps each event, and the lessons of each series in a span, as the text of the answer, under the version of its
// row and all else that is in it: a look reads what its reader sees, in which version, and whether they may change it. An entry that nobody has
// looked at is read in full.
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, plain, type Tx } from '@lyceum/kit/database/database'
import { spanSql } from '../places.ts'
import { coloursSql } from '../colours/colours.ts'
import type { Deps } from '../deps.ts'
import { changesEventSql, readerSql } from '../reader.ts'
import { spanOf } from '../span.ts'
import type { Entry } from './api.ts'
import {
  type Reader,
  entryOf,
  hitEventsSql,
  hitMeetingsSql,
  hitTimetablesSql,
  lessonsOf,
  mostEntries,
  readRows,
  type Row,
  writtenSql,
} from './entries.ts'
import { daysIn, holidaysSql } from '../timetables/holidays.ts'
import type { KeptParts, Part } from './kept-parts.ts'

type Shown = Part & { editable: boolean }

type Looked = {
  /** Of each event its id, its version as written, and whether the reader may change it. */
  events: string | null
  /** Of each series the same, and its organisation. */
  series: string | null
  meetings: Row[] | null
  /** The names of the courses of these. */
  names: Record<string, string> | null
  holidays: Record<string, string> | null
  /** The short part of the answer. */
  rest: object
}

/** $1 the reader, $2 and $3 the span, $4 whether they manage the calendar of $5, or of its department $6. */
const lookSql = `
  with ${readerSql}, hit as materialized (
    select p.kind, p.item_id, p.place_id, mine.name, mine.role, mine.may_change from places p join mine on mine.id = p.place_id
    where ${spanSql('$2', '$3')}
  ), lesson as materialized (
    select concat(t.id, ' ', ${writtenSql('t')}, ' ', h.may_change, ' ', t.org_id) as line, t.org_id from ${hitTimetablesSql}
  )
  select
    (select string_agg(concat(e.id, ' ', ${writtenSql('e')}, ' ', ${changesEventSql('$4', '$5', '$6')}), ',') from ${hitEventsSql}) as events,
    (select string_agg(line, ',') from lesson) as series,
    (select json_agg(m) from (${hitMeetingsSql}) m) as meetings,
    (select json_object_agg(c.id, c.name) from courses c where c.id in (select place_id from hit)) as names,
    (select json_object_agg(h.org, h.holidays) from (${holidaysSql('array(select org_id from lesson)')}) h) as holidays,
    (select json_build_object('timetables', coalesce(bool_or(o.settings->'toggles' ? 'timetables'), false),
      'cloud_classrooms', coalesce(bool_or(o.settings->'toggles' ? 'cloud_classrooms'), false),
      'colours', (select coalesce(json_agg(c), '[]') from (${coloursSql('$1::uuid')}) c))
      from mirror.orgs o where o.id = $5::uuid) as rest`

/** The answer of GET /api/calendar-entries as JSON. */
export async function readMonth({ pool, now, parts }: Deps, actor: Actor, query: { start: string; end: string }): Promise<Buffer> {
  const { from, to } = spanOf(query)
  const asked: Reader = { person: actor.person, org: actor.org, manages: may(actor, 'calendar.manage'), department: actor.department }
  const looked = await one<Looked>(plain(pool), lookSql, asked.person, from, to, asked.manages, asked.org || null, asked.department ?? '')
  const { events, series, meetings, names, holidays, rest } = looked!
  const shown = fromKept(parts, { events, series, names, holidays }, from, to)
  if (shown) shown.push(...(meetings ?? []).map((row) => shownOf(entryOf(row, now()))))
  const all = shown ?? (await readInFull(parts, plain(pool), asked, { from, to, now: now() }))
  all.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
  if (all.length > mostEntries) all.length = mostEntries
  let text = ''
  for (const one of all) text += (one.editable ? ',{"editable":true,' : ',{"editable":false,') + one.text
  return Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"entries":[${text.slice(1)}]}`)
}

const lessonsKey = (id: string, from: Date, to: Date) => `${id} ${from.getTime()} ${to.getTime()}`

/** undefined where something of it is not kept as it is now. */
function fromKept(parts: KeptParts, looked: Omit<Looked, 'meetings' | 'rest'>, from: Date, to: Date): Shown[] | undefined {
  const { events, series, names, holidays } = looked
  const found: Shown[] = []
  for (const line of events?.split(',') ?? []) {
    const [id, written, editable] = line.split(' ') as [string, string, string]
    const kept = parts.of(id)
    if (kept?.written !== written || kept.name !== ((kept.course && names?.[kept.course]) ?? null)) return undefined
    for (const { start, id, text } of kept.parts) found.push({ start, id, text, editable: editable === 't' })
  }
  for (const line of series?.split(',') ?? []) {
    const [id, written, editable, org] = line.split(' ') as [string, string, string, string]
    const kept = parts.of(lessonsKey(id, from, to))
    if (kept?.written !== written || kept.name !== names?.[kept.course!] || kept.holidays !== (holidays?.[org] ?? null)) return undefined
    for (const { start, id, text } of kept.parts) found.push({ start, id, text, editable: editable === 't' })
  }
  return found.length > mostEntries ? undefined : found
}

type Span = { from: Date; to: Date; now: Date }
/** Keeps what it reads. */
async function readInFull(parts: KeptParts, tx: Tx, asked: Reader, { from, to, now }: Span): Promise<Shown[]> {
  const { found, holidays } = await readRows(tx, asked, from, to)
  const daysOff = new Map([...holidays].map(([org, text]) => [org, daysIn(text)]))
  return found.flatMap((row) => {
    const org = row.series?.org ?? ''
    const shown = (row.series ? lessonsOf(row, from, to, daysOff.get(org) ?? []) : [entryOf(row, now)]).map(shownOf)
    if (row.written !== null)
      parts.keep(row.series ? lessonsKey(row.id, from, to) : row.id, {
        written: row.written,
        course: row.course_id,
        name: row.course_name,
        holidays: holidays.get(org) ?? null,
        parts: shown.map(({ start, id, text }) => ({ start, id, text })),
        length: shown.reduce((sum, { text }) => sum + text.length, 200),
      })
    return shown
  })
}

const shownOf = ({ editable, ...entry }: Entry): Shown => ({
  start: Date.parse(entry.start_time),
  id: entry.id,
  text: JSON.stringify(entry).slice(1),
  editable,
})
