// A course as a card: cover, name on up to two lines, its other teachers or its code, and the page's own content below. The whole card opens
// the course.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { coverOf } from './cover.ts'
import { CourseCover } from '../../../ui/marks/course-cover.tsx'
import { list } from '../../../ui/format.ts'

export type MyCourse = Answer<'GET /api/my-courses'>['items'][number]
type Carded = Omit<MyCourse, 'role' | 'joined_at' | 'waiting'> & { role: MyCourse['role'] | null }

export function CourseCard({ course, children }: { course: Carded; children?: ReactNode }) {
  const me = useMe()
  const teachers = course.instructors.filter(({ role, id }) => role === 'instructor' && id !== me.id).map(({ name }) => name)
  const name = course.display_name || course.name
  const second = list(teachers) || course.course_code
  return (
    <li className="surface-card relative flex min-w-0 items-center gap-3 p-3 hover:border-line-mid has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <CourseCover {...coverOf(course)} className="size-14 shrink-0 rounded-tile" />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.content(course.id)}
          data-action="course.open"
          className="stretched line-clamp-2 text-body leading-5 font-semibold wrap-break-word outline-none"
          title={name}
        >
          {name}
        </Link>
        {second && <p className="truncate text-caption text-text-3">{second}</p>}
        {children}
      </div>
    </li>
  )
}
