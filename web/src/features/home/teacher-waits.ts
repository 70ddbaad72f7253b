// The work that waits for a teacher, course by course: to mark, to let in, files that failed, drafts. Pure.
import type { MyCourse } from '../../parts/learning/course/course-card.tsx'
import { paths } from '../../paths.ts'
import type { Teaching } from './queries.ts'

const kinds = ['toMark', 'waitToJoin', 'filesFailed', 'draftsIn'] as const
/** `course` and `name` are empty of several courses together. */
export type Wait = { kind: (typeof kinds)[number]; course: string; name: string; count: number; href: string }

type Course = Pick<MyCourse, 'id' | 'name' | 'waiting'>
type Taught = Pick<Teaching['courses'][number], 'course_id' | 'to_mark_count' | 'failed_count' | 'draft_count'>

/** Kind by kind, in the order of the courses; what is to mark beyond these courses is a line of its own. Drafts that the page lists by themselves wait in no line. */
export function waitsOf(
  courses: readonly Course[],
  taught: readonly Taught[],
  listed: readonly Pick<Teaching['drafts'][number], 'course_id'>[] = [],
): Wait[] {
  const allListed = (course: string, count: number) => listed.filter(({ course_id }) => course_id === course).length >= count
  const all = courses.flatMap(({ id, name, waiting }): Wait[] => {
    const of = taught.find(({ course_id }) => course_id === id)
    if (!of) return []
    const line = (kind: Wait['kind'], count: number, href: string): Wait => ({ kind, course: id, name, count, href })
    return [
      line('toMark', of.to_mark_count, paths.marking()),
      line('waitToJoin', waiting, paths.members(id, 'waiting')),
      line('filesFailed', of.failed_count, paths.content(id)),
      line('draftsIn', allListed(id, of.draft_count) ? 0 : of.draft_count, paths.content(id)),
    ]
  })
  const elsewhere = taught
    .filter(({ course_id }) => !courses.some(({ id }) => id === course_id))
    .reduce((sum, { to_mark_count }) => sum + to_mark_count, 0)
  all.push({ kind: 'toMark', course: '', name: '', count: elsewhere, href: paths.marking() })
  return kinds.flatMap((kind) => all.filter((wait) => wait.kind === kind && wait.count > 0))
}
