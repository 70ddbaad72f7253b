// Courses of a roster, up to 500 in one transaction: made, changed, closed when the source has them no more, opened again when they return. Their
// work and their members stay.
import type { Actor } from '@lyceum/kit/calls/actor'
import { beQuiet } from '@lyceum/kit/calls/context'
import { newId } from '@lyceum/kit/ids'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { localOf } from '@lyceum/kit/text/time-zones'
import { dayOf } from '../courses/ending.ts'
import { keepersOf, keeperOf, keepFields } from '../courses/keepers.ts'
import {
  type CourseColumns,
  type CourseField,
  type CourseFields,
  courseFields,
  differing,
  isRefused,
  makeCourses,
  type PresentCourse,
  presentCourses,
  type References,
  referencesOf,
  wantedColumns,
  writeCourses,
} from '../registered-courses/registered-courses.ts'
import type { Deps } from '../deps.ts'
import type { RosterCourse } from './api.ts'
import { type Closing, closeCourses, closingsOf, openCourses } from './closings.ts'
import { auditRoster, lockRoster, refusedRow, subjectsOf } from './outcomes.ts'

export type Rows<Row> = { source: string; check?: boolean; take_over?: boolean; rows: Row[] }
/** Days and columns of a course before a change, and those before it was closed. */
export type CourseBefore = CourseColumns & { closed: Closing | null }

/** A row's judgement; `columns` is written where it differs, `closing` kept while the course is closed, `keeps` are the fields that the source keeps from now on. */
type Judged = RosterOutcome & { columns?: CourseColumns; closing?: Closing | null; keeps?: readonly CourseField[] }

const days = ['start_date', 'end_date'] as const
const day = 86_400_000

export async function applyCourses(
  { db, now }: Deps,
  { org, person }: Actor,
  { source, check, take_over, rows }: Rows<RosterCourse>,
): Promise<{ rows: RosterOutcome[] }> {
  beQuiet()
  const tx = db
  if (!check) await lockRoster(tx, org, 'courses', source)
  const ids = await subjectsOf(
    tx,
    org,
    'course',
    source,
    rows.map(({ external_id }) => external_id),
  )
  const subjects = [...ids.values()]
  const present = await presentCourses(tx, org, subjects, !check)
  const keepers = await keepersOf(tx, subjects)
  const closings = await closingsOf(tx, subjects)
  const references = await referencesOf(
    tx,
    org,
    rows.flatMap(({ department_id }) => department_id ?? []),
  )
  const seen = new Set<string>()
  const judged = rows.map((row): Judged => {
    const { external_id } = row
    if (seen.has(external_id)) return refusedRow(external_id, { code: 'roster.twice' })
    seen.add(external_id)
    const course = present.get(ids.get(external_id) ?? '')
    const keeper = course && keepers.get(course.id)
    const isPinned = (field: CourseField) => !take_over && (keeper?.get(field) ?? keeperOf(source)) !== keeperOf(source)
    const closing = (course && closings.get(course.id)) ?? null
    if (row.gone) return judgeGone(external_id, course, closing, isPinned, now())
    return judgeRow(row, course, closing, isPinned, references)
  })
  if (check) return { rows: judged.map(outcomeOf) }

  const made = judged.filter(({ outcome }) => outcome === 'made').map((row) => Object.assign(row, { id: newId() }))
  const versions = await makeCourses(
    tx,
    { org, person, source },
    made.map(({ id, external_id, columns }) => ({ id, external: external_id, columns: columns!, published: false })),
  )
  const changed = judged.filter(({ id, columns }) => id && columns && present.has(id) && differing(present.get(id)!, columns).length > 0)
  const newer = await writeCourses(
    tx,
    changed.map(({ id, columns }) => ({ id: id!, columns: columns! })),
  )
  for (const [id, version] of newer) versions.set(id, version)
  await closeCourses(
    tx,
    { org, source },
    judged.flatMap(({ id, closing }) => (id && closing ? [{ id, closing }] : [])),
  )
  await openCourses(
    tx,
    judged.flatMap(({ id, closing }) => (id && closing === null ? [id] : [])),
  )
  await keepFields(
    tx,
    source,
    judged.flatMap(({ id, keeps = [] }) =>
      keeps.flatMap((field) => (id && keepers.get(id)?.get(field) !== keeperOf(source) ? [{ course: id, subject: id, field }] : [])),
    ),
  )
  const answers = judged.map((row) => {
    const version = row.id && (versions.get(row.id) ?? present.get(row.id)?.version)
    return outcomeOf({ ...row, ...(version && row.outcome !== 'refused' && { version: Number(version) }) })
  })
  await auditRoster(tx, { org }, 'roster.coursesWritten', source, answers)
  return { rows: answers }
}

const outcomeOf = ({ columns: _, closing: __, keeps: ___, ...outcome }: Judged): RosterOutcome => outcome

export const columnsOf = ({
  name,
  course_code,
  term_id,
  academic_year,
  semester,
  department_id,
  department_name,
  start_date,
  end_date,
}: CourseColumns): CourseColumns => ({
  ...{ name, course_code, term_id, academic_year, semester, department_id, department_name, start_date, end_date },
})

function judgeRow(
  row: RosterCourse,
  course: PresentCourse | undefined,
  closing: Closing | null,
  isPinned: (field: CourseField) => boolean,
  references: References,
): Judged {
  const { external_id } = row
  if (course?.deleted) return refusedRow(external_id, { code: 'roster.courseDeleted' })
  const given = courseFields.filter((field) => row[field] !== undefined)
  const writes = given.filter((field) => !isPinned(field))
  // what comes back has its days of before again, where nobody has set others since
  const base = course && { ...columnsOf(course), ...(closing && daysOf(closing, isPinned)) }
  const columns = wantedColumns(base, pick(row, writes), references)
  if (isRefused(columns)) return refusedRow(external_id, columns)
  if (!course) return { external_id, id: null, outcome: 'made', pinned: [], columns, keeps: writes, before: null }
  const all = wantedColumns(base, pick(row, given), references)
  const pinned = isRefused(all) ? given.filter(isPinned) : differing(columns, all).filter(isPinned)
  const judged = { external_id, id: course.id, pinned, columns, keeps: writes }
  const before: CourseBefore = { ...columnsOf(course), closed: closing }
  if (closing) return { ...judged, outcome: 'back', closing: null, before }
  return differing(course, columns).length > 0 ? { ...judged, outcome: 'changed', before } : { ...judged, outcome: 'same' }
}

const pick = (row: CourseFields, fields: readonly CourseField[]): CourseFields =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))
const daysOf = (closing: Closing, isPinned: (field: CourseField) => boolean) =>
  Object.fromEntries(days.flatMap((field) => (isPinned(field) ? [] : [[field, closing[field]]])))

/** A course ends the day before; one that had not begun began that day too. An end that somebody has set by hand stays. */
function judgeGone(
  external_id: string,
  course: PresentCourse | undefined,
  closing: Closing | null,
  isPinned: (field: CourseField) => boolean,
  now: Date,
): Judged {
  if (!course || course.deleted || closing) return { external_id, id: course?.id ?? null, outcome: 'same', pinned: [] }
  const before = columnsOf(course)
  const last = dayOf(new Date(localOf(course.zone, now.getTime()) - day))!
  const early = (date: string | null) => (date !== null && date < last ? date : last)
  const stays = isPinned('end_date')
  const columns = {
    ...before,
    ...(!stays && { end_date: early(before.end_date), start_date: before.start_date && early(before.start_date) }),
  }
  const kept = { start_date: before.start_date, end_date: before.end_date }
  return {
    ...{ external_id, id: course.id, outcome: 'left', pinned: stays ? ['end_date'] : [], columns, closing: kept },
    keeps: stays ? [] : days,
    before: { ...before, closed: null } satisfies CourseBefore,
  }
}
