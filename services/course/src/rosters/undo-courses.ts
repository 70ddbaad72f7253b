// Undo of a roster's courses: each as it was before, unless somebody has changed it since. One that the roster has made goes to the bin.
import type { Actor } from '@lyceum/kit/calls/actor'
import { beQuiet } from '@lyceum/kit/calls/context'
import { invalid } from '@lyceum/kit/calls/errors'
import { Day, Id, nullable } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { deleteExternalIds } from '@lyceum/kit/external-ids/external-ids'
import type { RosterUndo } from '@lyceum/kit/rosters/api'
import { type Static, Type } from 'typebox'
import { binCourses } from '../bin/bin.ts'
import { freeFields } from '../courses/keepers.ts'
import { publishedAtOnce } from '../courses/publishing.ts'
import { differing, type PresentCourse, presentCourses, referencesOf, writeCourses } from '../registered-courses/registered-courses.ts'
import type { Deps } from '../deps.ts'
import { closeCourses, closingsOf, openCourses } from './closings.ts'
import { columnsOf } from './courses.ts'
import { auditRoster, kept, lockRoster, subjectsOf, type Undone } from './outcomes.ts'

const Text = nullable(Type.String({ maxLength: 200 }))
const Days = { start_date: nullable(Day), end_date: nullable(Day) }
const Before = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  course_code: Type.String({ maxLength: 64 }),
  term_id: nullable(Id),
  academic_year: Text,
  semester: Text,
  department_id: nullable(Id),
  department_name: Text,
  ...Days,
  closed: nullable(Type.Object(Days)),
})
type Before = Static<typeof Before>

export async function undoCourses(
  deps: Deps,
  { org, person }: Actor,
  { source, rows }: Static<typeof RosterUndo>,
): Promise<{ rows: Undone[] }> {
  beQuiet()
  const tx = deps.db
  await lockRoster(tx, org, 'courses', source)
  const ids = await subjectsOf(
    tx,
    org,
    'course',
    source,
    rows.map(({ external_id }) => external_id),
  )
  const present = await presentCourses(tx, org, [...ids.values()], true)
  const closings = await closingsOf(tx, [...present.keys()])
  const befores = rows.map(({ before }, nth) => {
    if (before !== null && !fits(Before, before)) throw invalid({ [`rows.${nth}.before`]: 'field.format' })
    return before
  })
  const { terms, departments } = await referencesOf(
    tx,
    org,
    befores.flatMap((before) => before?.department_id ?? []),
  )
  const atOnce = await publishedAtOnce(tx, org)
  // made without a teacher it is published as soon as somebody teaches it, by the roster itself
  const untouched = ({ version, byHand, published }: PresentCourse, given: number, made: boolean) =>
    !byHand && (Number(version) === given || (made && published && atOnce))
  const seen = new Set<string>()
  const binned: string[] = []
  const restored: { id: string; before: Before }[] = []
  const outcomes = rows.map(({ external_id, id, version }, nth): Undone => {
    const before = befores[nth]!
    const course = present.get(id.toLowerCase())
    if (!course || course.deleted || ids.get(external_id) !== course.id || seen.has(course.id)) return kept(external_id)
    seen.add(course.id)
    if (!untouched(course, version, before === null)) return kept(external_id)
    if (before === null) binned.push(course.id)
    else {
      const { term_id, department_id } = before
      // of another organisation, or deleted since
      if (department_id && department_id !== course.department_id && !departments.has(department_id)) return kept(external_id)
      if (term_id && !terms.some((one) => one.id === term_id)) return kept(external_id)
      restored.push({ id: course.id, before })
    }
    return { external_id, outcome: 'undone' }
  })
  if (binned.length > 0) await binCourses(deps, person, binned)
  // under its id the source may make it anew
  await deleteExternalIds(tx, 'course', binned)
  await freeFields(tx, binned)
  await writeCourses(
    tx,
    restored.flatMap(({ id, before }) => (differing(present.get(id)!, before).length > 0 ? [{ id, columns: columnsOf(before) }] : [])),
  )
  await openCourses(
    tx,
    restored.flatMap(({ id, before }) => (closings.has(id) && !before.closed ? [id] : [])),
  )
  await closeCourses(
    tx,
    { org, source },
    restored.flatMap(({ id, before }) => (before.closed ? [{ id, closing: before.closed }] : [])),
  )
  await auditRoster(tx, { org }, 'roster.coursesUndone', source, outcomes)
  return { rows: outcomes }
}
