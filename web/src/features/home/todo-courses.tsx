// To-do list by course: the next of each, and the others of a course in place.
import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { coverOf } from '../../parts/learning/course/cover.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { CourseCover } from '../../ui/marks/course-cover.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { learningCourses, type TodoCourse, type TodoState, todoQuery } from './queries.ts'
import { TodoRow } from './todo-list.tsx'

/** `urgent`: the first row has the primary button of the page. */
export function TodoCourses({ courses, state, urgent }: { courses: readonly TodoCourse[]; state: TodoState; urgent: boolean }) {
  return (
    <div className="space-y-3">
      {courses.map((course, index) => (
        <CourseTodos key={course.course_id} course={course} state={state} primary={urgent && index === 0} />
      ))}
    </div>
  )
}

function CourseTodos({ course, state, primary }: { course: TodoCourse; state: TodoState; primary: boolean }) {
  const t = useTexts('home')
  const ui = useTexts('ui')
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data: mine } = useQuery(learningCourses)
  const others = course.total - 1
  return (
    <section aria-labelledby={id} className="surface-card overflow-hidden">
      <div className="flex min-h-10 items-center gap-2.5 border-b border-line bg-sunken px-3.5 py-1.5">
        <CourseCover
          small
          {...coverOf(mine?.items.find((one) => one.id === course.course_id) ?? { id: course.course_id })}
          className="size-6 shrink-0 rounded-control"
        />
        <h2 id={id} className="min-w-0 text-small font-semibold">
          <Link
            to={paths.content(course.course_id)}
            data-action="course.open"
            className="line-clamp-2 leading-6 hover:underline"
            title={course.course_name}
          >
            {course.course_name}
          </Link>
        </h2>
        {course.late > 0 && <Chip tone="bad">{t('lateOf', { count: course.late })}</Chip>}
      </div>
      <ul className="divide-y divide-line">
        <TodoRow item={course.next} primary={primary} inCourse />
        {open && <OtherTodos course={course} state={state} />}
      </ul>
      {others > 0 && (
        <div className="border-t border-line px-1.5 py-1">
          <Button
            variant="quiet"
            size="sm"
            trailing={open ? ChevronUp : ChevronDown}
            aria-expanded={open}
            aria-describedby={id}
            onClick={() => setOpen(!open)}
          >
            {open ? ui('less') : t('moreInCourse', { count: others })}
          </Button>
        </div>
      )}
    </section>
  )
}

const pageSize = 20

/** Rows of the course's other to-dos, a page at a time. */
function OtherTodos({ course, state }: { course: TodoCourse; state: TodoState }) {
  const ui = useTexts('ui')
  const [pages, setPages] = useState(1)
  const reads = useQueries({
    queries: Array.from({ length: pages }, (_, page) => todoQuery(state, course.course_id, page + 1, pageSize)),
  })
  const last = reads.at(-1)
  const failed = reads.find(({ isError, data }) => isError && !data)
  const hasMore = (last?.data?.pages ?? 0) > pages
  // the next one stands above; one that is done meanwhile moves those behind it to the page before
  const keyOf = ({ activity_id, kind }: Pick<TodoCourse['next'], 'activity_id' | 'kind'>) => `${activity_id} ${kind}`
  const shown = new Set([keyOf(course.next)])
  const items = reads.flatMap(({ data }) => data?.items ?? []).filter((item) => !shown.has(keyOf(item)) && shown.add(keyOf(item)))
  return (
    <>
      {items.map((item) => (
        <TodoRow key={keyOf(item)} item={item} inCourse />
      ))}
      {items.length === 0 && last?.isPending && (
        <li>
          <SkeletonRows rows={Math.min(3, course.total - 1)} />
        </li>
      )}
      {failed && <li className="px-3.5 py-2 text-small text-bad-text">{problemText(failed.error)}</li>}
      {(failed || hasMore || (items.length > 0 && last?.isPending)) && (
        <li className="px-1.5 py-1">
          <Button
            variant="quiet"
            size="sm"
            busy={last?.isFetching && !last.data}
            onClick={() => (failed ? void failed.refetch() : setPages(pages + 1))}
          >
            {failed ? ui('tryAgain') : ui('more')}
          </Button>
        </li>
      )}
    </>
  )
}
