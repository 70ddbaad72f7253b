// The content of a feed: entries of some months, and series by their rules.
import { createHash } from 'node:crypto'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { spanSql } from '../places.ts'
import { entriesOf } from '../entries/entries.ts'
import { holidaysOf } from '../timetables/holidays.ts'
import { readerSql } from '../reader.ts'
import { dateOf, type Days, isOn } from '../timetables/rules.ts'
import { seriesOf, timetableColumns, type TimetableRow } from '../timetables/timetable-row.ts'

const dayMs = 86_400_000
/** Days before and after now. */
const [back, ahead] = [60, 330]
const mostSeries = 1000

type FeedOwner = { person: string; org: string; course: string | null; name: string; locale: string }

/** The content from two months ago to eleven months ahead; `known`: a version that the reader has. */
export async function readFeed(tx: Tx, { person, org, course, name, locale }: FeedOwner, now: Date, known?: string) {
  // from midnight, so that a feed is the same all day when nothing changes
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const [from, to] = [new Date(midnight - back * dayMs), new Date(midnight + ahead * dayMs)]
  const span = { person_id: person, course_id: course, from: from.toISOString(), to: to.toISOString() }
  const shown = await one<{ version: string }>(tx, versionSql, person, from, to, course)
  const version = createHash('sha256')
    .update(JSON.stringify([shown!.version, midnight, org, course, name, locale]))
    .digest('base64url')
  if (version === known) return { ...span, version, content: null }
  const [entries, series] = await Promise.all([
    entriesOf(tx, { person, org, manages: false, course, series: false }, from, to, now),
    seriesIn(tx, { person, course }, from, to),
  ])
  return { ...span, version, content: { name, locale, entries, series } }
}

const sumOf = (parts: string) => `coalesce(sum(hashtextextended(concat_ws(' ', ${parts}), 0)), 0)`
/** The basis of a feed's content, as one line: the versions of all that has a place in the span, and what makes the reader see it. */
const versionSql = `
  with ${readerSql}, hit as (
    select distinct p.kind, p.item_id as id from places p join mine on mine.id = p.place_id
    where ${spanSql('$2', '$3')} and ($4::uuid is null or p.place_id = $4)
  ), lessons as (
    select t.id, t.version, t.org_id from hit join timetables t on t.id = hit.id where hit.kind = 'timetable'
  ), schools as (select org_id from lessons union select org_id from memberships)
  select concat_ws(' ',
    (select ${sumOf('e.id, e.version, e.deleted_at')} from hit join events e on e.id = hit.id where hit.kind = 'event'),
    (select ${sumOf('m.id, m.version')} from hit join meetings m on m.id = hit.id where hit.kind = 'meeting'),
    (select ${sumOf('id, version')} from lessons),
    (select ${sumOf('id, role, name, may_change')} from courses),
    (select ${sumOf('org_id, roles, department_id')} from memberships),
    (select suspended_in from mirror.persons where id = $1::uuid),
    (select ${sumOf('id')} from departments),
    (select ${sumOf('id, name, may_change')} from my_groups),
    (select ${sumOf('g.group_id')} from mirror.group_members g where g.person_id = $1::uuid and g.until is null),
    (select ${sumOf("o.id, o.settings->'toggles'")} from mirror.orgs o where o.id in (select org_id from schools)),
    (select ${sumOf('t.id, t.version, t.deleted')} from terms t where t.org_id in (select org_id from schools))) as version`

async function seriesIn(tx: Tx, { person, course }: Pick<FeedOwner, 'person' | 'course'>, from: Date, to: Date) {
  const found = await rows<TimetableRow & { name: string }>(
    tx,
    `
    with ${readerSql}
    select ${timetableColumns}, c.name
    from courses c join places p on p.place_id = c.id and p.kind = 'timetable' and ${spanSql('$2', '$3')}
    join timetables t on t.id = p.item_id join mirror.orgs o on o.id = t.org_id and o.settings->'toggles' ? 'timetables'
    where $4::uuid is null or c.id = $4
    order by t.id limit ${mostSeries}`,
    person,
    from,
    to,
    course,
  )
  const holidays = await holidaysOf(tx, [...new Set(found.map(({ org_id }) => org_id))])
  return found.map((row) => ({
    id: row.id,
    title: row.name,
    location: row.location,
    description: row.description,
    course_id: row.course_id,
    course_name: row.name,
    time_zone: row.time_zone,
    first_day: row.first_day,
    start_minute: row.start_minute,
    minutes: row.minutes,
    repeat_type: row.repeat_type,
    frequency: row.frequency,
    weekdays: row.weekdays,
    last_day: row.last_day,
    excluded: withoutHolidays(row, holidays.get(row.org_id) ?? []),
    version: Number(row.version),
  }))
}

/** The days that a rule leaves out: those of the series' own, and its days in holidays. */
function withoutHolidays(row: TimetableRow, holidays: readonly Days[]): string[] {
  const series = seriesOf(row)
  if (series.repeatType === 'no_repeat') return []
  const left = new Set(series.excluded)
  for (const [first, last] of holidays)
    for (let day = Math.max(first, series.firstDay); day <= Math.min(last, series.lastDay); day++) if (isOn(series, day)) left.add(day)
  return [...left].sort((a, b) => a - b).map(dateOf)
}
