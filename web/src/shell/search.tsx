// Courses by name, code or teacher, from anywhere: my own and those open to the organisation. Arrows move, Enter opens.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { problemText } from '../problem-text.ts'
import { postQuery } from '../queries.ts'
import { CourseCover } from '../ui/course-cover.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { SkeletonRows } from '../ui/states.tsx'

export default function CourseSearch({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell')
  const [keyword, setKeyword] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { data, error, isFetching } = useQuery({
    ...postQuery('POST /api/courses', {
      query: { page: 1, page_size: 10 },
      body: { conditions: keyword ? { keyword } : {}, sort: '-updated_at' },
    }),
    placeholderData: keepPreviousData,
  })
  // After the dialog has put the focus on its first control.
  useEffect(() => {
    const later = setTimeout(() => box.current?.querySelector('input')?.focus(), 50)
    return () => clearTimeout(later)
  }, [])
  /** From the field into the list and back. */
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Dialog open top title={t('searchCourses')} width={560} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the field and the links, which are reached by Tab as well */}
      <div ref={box} onKeyDown={move} className="min-h-40 pb-3">
        <SearchInput label={t('searchCourses')} value={keyword} onSearch={setKeyword} busy={isFetching} className="w-full" />
        <p role="status" className="screen-reader">
          {data && !isFetching ? t('coursesFound', { count: data.total }) : ''}
        </p>
        {error ? (
          <p className="mt-3 text-small text-bad-text">{problemText(error)}</p>
        ) : !data ? (
          <SkeletonRows rows={3} className="mt-3" />
        ) : data.items.length === 0 ? (
          <p className="mt-3 text-small text-text-2">{t('noCourseFits')}</p>
        ) : (
          <ul className="mt-2 -mx-1.5">
            {data.items.map((course) => (
              <li key={course.id}>
                <Link
                  to={paths.content(course.id)}
                  onClick={onClose}
                  data-action="course.open"
                  className="flex min-h-11 items-center gap-3 rounded-control px-1.5 py-1 hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <CourseCover id={course.id} className="size-8 shrink-0 rounded-tile" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{course.display_name || course.name}</span>
                    <span className="block truncate text-caption text-text-3">
                      {[course.course_code, course.instructors.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
