// Progress of the students of a course, for its teachers: their distribution, and each of them in a list to sort, filter and export.
import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { activityHref } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { Message } from '../../../parts/learning/messages/message.tsx'
import { type MessageTo, messageTo } from '../../../parts/learning/messages/queries.ts'
import { query } from '../../../queries.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { dateTime, percent } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Bone, Empty } from '../../../ui/states.tsx'
import { CompletenessCell } from './completeness-cell.tsx'
import type { Course } from '../frame/queries.ts'

const states = ['none', 'begun', 'done'] as const
type State = (typeof states)[number]
const isState = (word: string | undefined): word is State => states.some((state) => state === word)
const sorts = ['name', 'user_no', 'completeness', 'updated'] as const
const bands = Array.from({ length: 11 }, (_, nth) => (nth === 10 ? '100' : `${nth * 10}–${nth * 10 + 9}`))

export default function StudentsProgress({ course }: { course: Course }) {
  return (
    <>
      <Distribution course={course} />
      <Students course={course} />
    </>
  )
}

function Distribution({ course }: { course: Course }) {
  const t = useTexts('outline')
  const { data, error } = useQuery(query('GET /api/courses/:id/completeness-distribution', { params: { id: course.id } }))
  // the list below says what failed, and can be tried again
  if (error) return null
  if (!data) return <Bone className="!h-[300px] !rounded-card" />
  if (data.students === 0) return null
  return (
    <Chart
      kind="distribution"
      title={t('spread')}
      summary={t('spreadSummary', { students: data.students, average: percent(data.average), done: data.counts[10] ?? 0 })}
      labels={bands}
      series={[{ name: t('studentsHead'), values: data.counts }]}
      height={180}
    >
      <span className="tabular text-small text-text-2">{t('average', { average: percent(data.average) })}</span>
    </Chart>
  )
}

function Students({ course }: { course: Course }) {
  const t = useTexts('outline')
  const list = usePaged(
    ({ page, size, find, filters, sort }) =>
      query('GET /api/courses/:id/study-completeness', {
        params: { id: course.id },
        query: {
          page,
          page_size: size,
          ...(find && { keyword: find }),
          ...(isState(filters.state) && { conditions: JSON.stringify({ state: filters.state }) }),
          ...(sort && { sort: sort.by as (typeof sorts)[number], order: sort.direction }),
        },
      }),
    { filters: ['state'], sorts },
  )
  type Student = (typeof list.items)[number]
  const [writingTo, setWritingTo] = useState<MessageTo>()
  const keyOf = ({ person }: Student) => person.id
  const peopleOf = (students: readonly Student[]) => students.map(({ person: { id, name } }) => ({ id, name }))
  const columns: ScreenColumn<Student>[] = [
    {
      key: 'name',
      head: t('name'),
      sorts: true,
      text: ({ person }) => person.name,
      cell: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'user_no',
      head: t('userNo'),
      sorts: true,
      optional: true,
      text: ({ person }) => person.user_no,
      cell: ({ person }) => <span className="tabular">{person.user_no}</span>,
    },
    {
      key: 'completeness',
      head: t('completed'),
      sorts: true,
      text: ({ study_completeness, completed_count, activity_count }) =>
        `${percent(study_completeness)} (${completed_count}/${activity_count})`,
      cell: (student) => <CompletenessCell label={t('completedOf', { name: student.person.name })} of={student} />,
    },
    {
      key: 'last',
      head: t('lastActivity'),
      optional: true,
      text: ({ last_activity }) => last_activity?.title ?? '',
      cell: ({ last_activity: last }) =>
        last && (
          <Link to={activityHref({ ...last, course_id: course.id } as Parameters<typeof activityHref>[0])} className="hover:underline">
            {last.title}
          </Link>
        ),
    },
    {
      key: 'updated',
      head: t('lastCompleted'),
      sorts: true,
      optional: true,
      text: ({ last_update_completeness_time: at }) => (at ? dateTime(at) : ''),
      cell: ({ last_update_completeness_time: at }) => <span className="tabular text-text-2">{at ? dateTime(at) : '–'}</span>,
    },
  ]
  return (
    <div>
      <TableScreen<Student>
        name="completeness"
        caption={t('progress')}
        list={list}
        columns={columns}
        rowKey={keyOf}
        search={t('findStudent')}
        filters={
          <Segmented
            label={t('state')}
            value={isState(list.filters.state) ? list.filters.state : 'all'}
            onChange={(state) => list.change({ filters: { state: state === 'all' ? undefined : state } })}
            options={[
              { value: 'all' as const, label: t('state.all') },
              ...states.map((state) => ({ value: state, label: t(`state.${state}`) })),
            ]}
          />
        }
        exportName={`${course.course_code || course.name} ${t('progress')}`}
        actions={
          course.can.announce &&
          list.total > 0 && (
            <Button icon={MessageSquareText} onClick={() => setWritingTo(messageTo<Student>(list, keyOf, peopleOf))}>
              {t('messageListed')}
            </Button>
          )
        }
        failedTitle={t('progressFailed')}
        empty={<Empty title={t('noStudents')} />}
        nothingFits={
          <Empty title={t('nobodyFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      <Message course={course.id} to={writingTo} onClose={() => setWritingTo(undefined)} />
    </div>
  )
}
