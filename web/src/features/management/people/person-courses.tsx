// Courses of a person in the organisation: their role in each, since when, and the register that has enrolled them.
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { date } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import type { ManagedUser } from './people.ts'

type PersonCourse = Answer<'GET /api/users/:id/courses'>['items'][number]
const states = ['active', 'left'] as const

export function PersonCourses({ person: { id } }: { person: ManagedUser }) {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const list = usePaged(
    ({ page, size, filters }) =>
      query('GET /api/users/:id/courses', { params: { id }, query: { page, page_size: size, state: stateOf(filters.courses) } }),
    { filters: ['courses'] },
  )
  const state = stateOf(list.filters.courses)
  const empty = <Empty title={t(`noCourses.${state}`)} />
  return (
    <Section
      title={t('courses')}
      aside={
        <Segmented<(typeof states)[number]>
          label={t('coursesShown')}
          value={state}
          onChange={(value) => list.change({ filters: { courses: value === 'active' ? undefined : value } })}
          options={states.map((value) => ({ value, label: t(`courses.${value}`) }))}
        />
      }
    >
      <PagedList<PersonCourse> list={list} failedTitle={tm('failed')} empty={empty} nothingFits={empty}>
        {(courses) => (
          <ul className="surface-card divide-y divide-line overflow-hidden">
            {courses.map((one) => (
              <CourseRow key={one.id} of={one} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  )
}

const stateOf = (text: string | undefined) => states.find((state) => state === text) ?? 'active'

function CourseRow({ of: { course, role, source, academic_year, semester, joined_at } }: { of: PersonCourse }) {
  const t = useTexts('management-lists')
  const facts = [
    course.course_code,
    [academic_year, semester].filter(Boolean).join(' '),
    t('since', { day: date(joined_at) }),
    source === null ? t('byHand') : source.startsWith('curriculum.') ? t('byClass') : t('bySource', { source }),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
      <span className="min-w-[min(200px,100%)] flex-1 wrap-break-word">
        {course.readable ? (
          <Link to={paths.content(course.id)} className="font-medium hover:underline">
            {course.name}
          </Link>
        ) : (
          <span className="font-medium">{course.name}</span>
        )}
        <span className="tabular block text-small text-text-3">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Chip tone="outline">{t(`courseRole.${role}`)}</Chip>
    </li>
  )
}
