// Import of a term's timetable from a file: what each line would become, who would have to be in two places, and the lessons it makes.
import { withinSql } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { type FieldError, invalid, Problem } from '@lyceum/kit/calls/errors'
import { audit } from '@lyceum/kit/audit/audit'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { csvIn } from '@lyceum/kit/text/csv-field'
import { instantOf, isTimeZone } from '@lyceum/kit/text/time-zones'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { caseless } from '@lyceum/kit/text/folded'
import type {} from '../audit-actions.ts'
import { timetableColour } from '../defaults.ts'
import type { Deps } from '../deps.ts'
import { orgZone } from '../zones.ts'
import type { ImportAsks, ImportedRow, ImportFile } from './api.ts'
import { type CellFault, type DateOrder, type DateReading, dayIn, minuteIn, orderOf, weekdaysIn } from './cells.ts'
import { conflictsOf, type Planned } from './conflicts.ts'
import { seriesFrom } from './draft.ts'
import { countOf, dayOf, type Series, weekdayOf } from './rules.ts'
import { columnsOf, writeTimetable } from './timetable-row.ts'
import { checkOn } from './timetables.ts'

const needed = ['course_code', 'weekdays', 'start', 'end', 'first_day', 'last_day'] as const
const mostRows = 500
const dayColumns = ['first_day', 'last_day'] as const
const isDayColumn = (name: string) => dayColumns.some((one) => one === name)
/** The name of a column of days that are numbers of a spreadsheet: only there a number is a day. */
const serialOf = (name: string) => `${name}_serial`
type Line = Record<string, string> & { line: string }
type Course = { id: string; name: string; course_code: string; time_zone: string | null }
type Read = ImportedRow & { series?: Series; course?: Course; description: string }

/** The lines of the file under the names of its columns. 400 at csv for a missing column, or more than 500 lines. */
function linesOf(csv: string): Line[] {
  const [{ cells: head } = { cells: [] }, ...lines] = csvIn('csv', csv)
  const names = head.map((name) => name.trim().toLowerCase().replaceAll(/[()]/g, '').replaceAll(' ', '_'))
  const missing = needed.find((name) => !names.includes(name) && !(isDayColumn(name) && names.includes(serialOf(name))))
  if (missing) throw invalid({ csv: ['timetable.columnMissing', { column: missing }] })
  if (lines.length > mostRows) throw invalid({ csv: ['timetable.tooManyRows', { most: mostRows }] })
  return lines.map(
    ({ line, cells }) => ({ ...Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])), line: String(line) }) as Line,
  )
}

/** The order of day and month that cells of the file prove, unless they contradict each other. */
function provenOrder(lines: Line[]): DateOrder | undefined {
  const orders = new Set(lines.flatMap((line) => dayColumns.flatMap((name) => orderOf(line[name] ?? '') ?? [])))
  return orders.size === 1 ? [...orders][0] : undefined
}

/** The first cell of each kind that only a person can read. */
function asksOf(lines: Line[], { order, buddhist }: DateReading): ImportAsks {
  const firstOf = (code: string, reading: DateReading) => {
    for (const line of lines)
      for (const field of dayColumns) {
        const day = dayIn(line[field] ?? '', reading)
        if (typeof day !== 'string' && day.code === code) return { line: Number(line.line), field, ...day.params }
      }
    return null
  }
  return {
    date_order: firstOf('timetable.dayAmbiguous', { order, buddhist: true }) as ImportAsks['date_order'],
    buddhist: firstOf('timetable.yearUnclear', { order: order ?? 'day_first', buddhist }) as ImportAsks['buddhist'],
  }
}

async function read(
  deps: Deps,
  actor: Actor,
  { csv, time_zone, date_order, buddhist }: ImportFile,
): Promise<{ read: Read[]; asks: ImportAsks }> {
  await checkOn(deps, actor.org)
  if (time_zone !== undefined && !isTimeZone(time_zone)) throw invalid({ time_zone: 'field.timeZone' })
  const lines = linesOf(csv)
  const zone = time_zone ?? (await orgZone(deps.db, actor.org))
  const courses = await coursesByCode(deps.db, actor, lines)
  const dates = { order: date_order ?? provenOrder(lines), buddhist }
  const read = lines.map((line) => readLine(line, courses, { zone: time_zone, usual: zone, now: deps.now(), dates }))
  const known = await knownAmong(deps.db, read)
  return {
    read: read.map((row) => ({ ...row, known: row.series !== undefined && known.has(keyOf(row.course!.id, row.series)) })),
    asks: asksOf(lines, dates),
  }
}

const keyOf = (course: string, { firstDay, startMinute, minutes, weekdays, lastDay }: Series) =>
  [course, firstDay, startMinute, minutes, weekdays.join(''), lastDay].join(' ')

/** Of the actor's organisation, or of the department to which their permissions are bound. */
async function coursesByCode(tx: Tx, { org, department }: Actor, lines: Line[]): Promise<Map<string, Course[]>> {
  const codes = [...new Set(lines.map(({ course_code }) => caseless((course_code ?? '').trim())).filter((code) => code !== ''))]
  const found = await rows<Course>(
    tx,
    `select c.id::text, c.name, c.course_code, c.time_zone from mirror.courses c left join mirror.departments d on d.id = c.department_id
     where c.org_id = $1 and not c.deleted and kit.caseless(c.course_code) = any($2) and ${withinSql('$3')} order by c.id limit 2000`,
    org,
    codes,
    department ?? '',
  )
  return Map.groupBy(found, ({ course_code }) => caseless(course_code))
}

function readLine(
  line: Line,
  courses: Map<string, Course[]>,
  { zone: asked, usual, now, dates }: { zone: string | undefined; usual: string; now: Date; dates: DateReading },
): Read {
  const text = (name: string) => (line[name] ?? '').trim()
  const found = courses.get(caseless(text('course_code'))) ?? []
  const course = found.length === 1 ? found[0] : undefined
  const faults: ImportedRow['faults'] = []
  const fault = (field: string, code: string, params: object = {}) =>
    void faults.push({ field, code, params: params as Record<string, unknown> })
  /** The value of a cell; undefined where it has none, with its fault. */
  const readCell = <Value extends string | number>(field: string, value: Value | CellFault): Value | undefined => {
    if (typeof value !== 'object') return value
    return fault(field, value.code, value.params) as undefined
  }
  const dayText = (name: string) => (text(name) === '' ? text(serialOf(name)) : text(name))
  const dayCell = (name: string) =>
    readCell(name, dayIn(dayText(name), { ...dates, serial: text(name) === '' && text(serialOf(name)) !== '' }))
  if (!course) fault('course_code', 'timetable.courseUnknown')
  const [first, last] = [dayCell('first_day'), dayCell('last_day')]
  const [start, end] = [readCell('start', minuteIn(text('start'))), readCell('end', minuteIn(text('end')))]
  const weekdays = readCell('weekdays', weekdaysIn(text('weekdays')))
  let series: Series | undefined
  if (first && last && start !== undefined && end !== undefined && weekdays !== undefined) {
    const zone = asked ?? course?.time_zone ?? usual
    const at = (minute: number) => new Date(instantOf(zone, dayOf(first) * 86_400_000 + minute * 60_000)).toISOString()
    const every = text('every') === '' ? 1 : Number(text('every'))
    try {
      series = seriesFrom(
        {
          start_time: at(start),
          end_time: at(end),
          repeat_type: every === 1 ? 'week' : 'custom',
          repeat_frequency: Number.isInteger(every) ? every : 0,
          repeat_weekly_days: weekdays || String(weekdayOf(dayOf(first))),
          repeat_end_date: last,
          time_zone: zone,
        },
        { zone, now },
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const [field, [first]] of Object.entries(error.fields) as [string, [FieldError]][])
        fault(columnNames[field] ?? field, first.code, first.params)
    }
  }
  return {
    line: Number(line.line),
    course_code: text('course_code'),
    course_name: course?.name ?? null,
    weekdays: [...(series?.weekdays ?? [])],
    start: text('start'),
    end: text('end'),
    first_day: first ?? dayText('first_day'),
    last_day: last ?? dayText('last_day'),
    location: cleanTitle(text('location')).slice(0, 200),
    description: text('description').slice(0, 5000),
    times: series ? countOf(series) : 0,
    known: false,
    faults,
    conflicts: [],
    ...(series && course && faults.length === 0 && { series, course }),
  }
}
const columnNames: Record<string, string> = {
  start_time: 'start',
  end_time: 'end',
  repeat_weekly_days: 'weekdays',
  repeat_frequency: 'every',
  repeat_end_date: 'last_day',
}

/** The lessons that are there already, by keyOf. */
async function knownAmong(tx: Tx, read: Read[]): Promise<Set<string>> {
  const courses = [...new Set(read.flatMap(({ course }) => course?.id ?? []))]
  const stored = await rows<{ course: string; first: string; start: number; minutes: number; weekdays: number[]; last: string }>(
    tx,
    `select course_id::text as course, first_day::text as first, start_minute as start, minutes, weekdays, last_day::text as last
     from timetables where course_id = any($1) order by id limit 20000`,
    courses,
  )
  return new Set(
    stored.map(({ course, first, start, minutes, weekdays, last }) =>
      [course, dayOf(first), start, minutes, [...weekdays].sort().join(''), dayOf(last)].join(' '),
    ),
  )
}

export async function previewTimetables(
  deps: Deps,
  actor: Actor,
  file: ImportFile,
): Promise<{ rows: ImportedRow[]; good: number; asks: ImportAsks }> {
  const { read: lines, asks } = await read(deps, actor, file)
  const planned = lines.flatMap(({ line, series, course, known }): Planned[] =>
    series && course && !known ? [{ line, series, course }] : [],
  )
  const conflicts = await conflictsOf(deps.db, actor.org, planned)
  const good = planned.length
  return {
    rows: lines.map(({ series: _, course: __, description: ___, ...row }) => ({ ...row, conflicts: conflicts.get(row.line) ?? [] })),
    good,
    asks,
  }
}

export async function importTimetables(deps: Deps, actor: Actor, file: ImportFile): Promise<{ made: number; left_out: number }> {
  const { db, now } = deps
  const { read: lines } = await read(deps, actor, file)
  let made = 0
  for (const { series, course, known, location, description } of lines) {
    if (!series || !course || known) continue
    await writeTimetable(db, {
      id: newId(),
      org_id: actor.org,
      course_id: course.id,
      created_by: actor.person,
      ...columnsOf(series),
      origin_id: null,
      origin_day: null,
      location,
      room_id: null,
      description,
      color: timetableColour,
      version: String(versionAfter(undefined, now())),
    })
    made++
  }
  if (made > 0) await audit(db, { action: 'timetable.imported', subject: `org:${actor.org}`, after: { made } })
  return { made, left_out: lines.length - made }
}
