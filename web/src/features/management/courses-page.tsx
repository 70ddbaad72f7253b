// All courses of the organisation, or of the departments of who manages them, /management/course#/: search, state and order are in the address.
import { BadgeCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { courseStates as looks } from '../../parts/course/course-states.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Select } from '../../ui/field.tsx'
import { date, list as joined } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { courseSorts, courseStates, type ManagedCourse, managedCourses } from './queries.ts'

export default function ManagedCoursesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.courses')}>
      <ManagedCourses />
    </ManagementFrame>
  )
}

function ManagedCourses() {
  const t = useTexts('management')
  const tc = useTexts('courses')
  const list = usePaged(managedCourses, { filters: ['state'], sorts: courseSorts })
  const teachers = ({ instructors }: ManagedCourse) => instructors.map(({ name }) => name)
  const columns: ScreenColumn<ManagedCourse>[] = [
    {
      key: 'name',
      head: tc('name'),
      sorts: true,
      text: ({ name }) => name,
      cell: (course) => <CourseName course={course} />,
    },
    { key: 'course_code', head: tc('code'), sorts: true, optional: true, text: (one) => one.course_code, cell: (one) => one.course_code },
    {
      key: 'department',
      head: t('department'),
      optional: true,
      text: (one) => one.department?.name ?? '',
      cell: (one) => one.department?.name,
    },
    {
      key: 'teachers',
      head: tc('teachers'),
      optional: true,
      text: (one) => teachers(one).join(', '),
      cell: (one) => joined(teachers(one)),
    },
    {
      key: 'updated_at',
      head: t('lastChange'),
      sorts: true,
      optional: true,
      card: 'more',
      text: (one) => date(one.updated_at),
      cell: (one) => <span className="tabular">{date(one.updated_at)}</span>,
    },
    {
      key: 'state',
      head: tc('state'),
      card: 'end',
      width: 220,
      text: ({ status }) => t(`state.${status}`),
      cell: (course) => <States course={course} />,
    },
  ]
  return (
    <TableScreen<ManagedCourse>
      name="management.courses"
      caption={t('entry.courses')}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      search={tc('search')}
      filters={
        <Select
          label={tc('state')}
          hideLabel
          value={courseStates.find((state) => state === list.filters.state) ?? ''}
          onChange={(state) => list.change({ filters: { state: state === '' ? undefined : state } })}
          options={[{ value: '', label: t('anyState') }, ...courseStates.map((value) => ({ value, label: t(`state.${value}`) }))]}
          className="w-[180px] max-tablet:w-full"
        />
      }
      exportName={t('entry.courses')}
      failedTitle={t('failed')}
      empty={<Empty title={tc('none')} />}
      nothingFits={
        <Empty title={list.find ? tc('noFit', { text: list.find }) : tc('noFitFilter')}>
          <Button onClick={list.clear}>{tc('clear')}</Button>
        </Empty>
      }
    />
  )
}

/** A deleted course has no page. */
const CourseName = ({ course: { id, name, display_name, status } }: { course: ManagedCourse }) =>
  status === 'deleted' ? (
    display_name || name
  ) : (
    <Link to={paths.content(id)} data-action="course.open" className="font-medium hover:underline">
      {display_name || name}
    </Link>
  )

function States({ course: { status, course_attributes } }: { course: ManagedCourse }) {
  const t = useTexts('management')
  if (status === 'deleted') return <Chip tone="neutral">{t('state.deleted')}</Chip>
  const { tone, icon } = looks[status]
  const reviewed = course_attributes.data.review_status === 'reviewed'
  return (
    <span className="flex flex-wrap gap-1.5">
      <Chip tone={tone} icon={icon}>
        {t(`state.${status}`)}
      </Chip>
      {status === 'published' && (
        <Chip tone={reviewed ? 'outline' : 'warn'} icon={reviewed ? BadgeCheck : CircleDashed}>
          {t(reviewed ? 'reviewed' : 'unreviewed')}
        </Chip>
      )}
    </span>
  )
}
