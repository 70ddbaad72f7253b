// Study plans, /management/plan: the lessons of each course in a term or a week, planned and held, and whom they would have in two places.
import { useQuery } from '@tanstack/react-query'
import { FileUp, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { choices, termOf, termsQuery } from '../../parts/learning/course/terms.ts'
import { paths } from '../../paths.ts'
import { invalidate, query } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { addDays, momentOfDay, today, weekday } from '../../ui/dates.ts'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { near, list as joined, number, sentences } from '../../ui/format.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import type { ListRequest } from '../../ui/table/paging.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'
import { useMe } from '../../session/session.ts'
import { DepartmentField } from './units/unit-fields.tsx'

type Planned = Answer<'GET /api/management/lessons'>['items'][number]
type Term = Answer<'GET /api/terms'>['terms'][number]

const TimetableImport = laterDialog(async () => ({
  default: (await Promise.all([import('./timetable-import.tsx'), texts('upload', 'errors')]))[0].TimetableImport,
}))

export default function PlanPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.plan')}>
      <Terms />
    </ManagementFrame>
  )
}

function Terms() {
  const { data, error, errorUpdatedAt, refetch } = useQuery(termsQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return <Plan terms={data.terms} />
}

/** The first day of a period and the day after its last: a week from its Monday, or a term by its id. */
function daysOf(period: string, terms: readonly Term[]): [string, string] {
  const monday = addDays(today(), -weekday(today()))
  if (period === 'next') return [addDays(monday, 7), addDays(monday, 14)]
  const term = terms.find(({ id }) => id === period)
  return term ? [term.start_date, addDays(term.end_date, 1)] : [monday, addDays(monday, 7)]
}

function Plan({ terms }: { terms: readonly Term[] }) {
  const t = useTexts('rooms')
  const tm = useTexts('management')
  const me = useMe()
  const tp = useTexts('people')
  const te = useTexts('errors')
  const [importing, setImporting] = useState(false)
  const usual = termOf(terms, today())?.id ?? 'week'
  const isKnown = (period: string) => period === 'week' || period === 'next' || terms.some(({ id }) => id === period)
  const periodOf = ({ period }: ListRequest['filters']) => (period && isKnown(period) ? period : usual)
  const lessons = ({ find, filters, page, size }: ListRequest) => {
    const [first, after] = daysOf(periodOf(filters), terms)
    const conditions = { ...(find && { keyword: find }), ...(filters.department_id && { department_id: filters.department_id }) }
    return query('GET /api/management/lessons', {
      query: {
        page,
        page_size: size,
        start: momentOfDay(first),
        end: momentOfDay(after),
        ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
      },
    })
  }
  const list = usePaged(lessons, { filters: ['period', 'department_id'] })
  const { department_id } = list.filters
  const departments = useQuery({
    ...query('GET /api/departments', { query: { page_size: 1, ids: department_id ? [department_id] : [] } }),
    enabled: department_id !== undefined,
  })
  const closed = () => {
    setImporting(false)
    void invalidate('GET /api/management/lessons')
  }
  // the organisation has no timetables
  if (list.failed?.code === 409)
    return (
      <Empty title={te('timetable.off')}>
        {me.may('org.change') && (
          <Link to={paths.organisationSettings()} className={buttonLook('secondary')}>
            {tm('timetablesOn')}
          </Link>
        )}
      </Empty>
    )
  const columns: ScreenColumn<Planned>[] = [
    {
      key: 'course',
      head: t('course'),
      text: ({ course }) => course.name,
      cell: ({ course }) => (
        <span className="wrap-anywhere">
          <Link to={paths.content(course.id)} className="font-medium hover:underline">
            <bdi>{course.name}</bdi>
          </Link>
          {course.course_code && <bdi className="tabular block text-small text-text-3">{course.course_code}</bdi>}
        </span>
      ),
    },
    {
      key: 'department',
      head: tp('department'),
      optional: true,
      card: 'more',
      text: ({ department }) => department ?? '',
      cell: ({ department }) => department,
    },
    { key: 'teachers', head: t('teachers'), text: ({ teachers }) => teachers.join(', '), cell: ({ teachers }) => joined(teachers) || '–' },
    {
      key: 'hours',
      head: t('hours'),
      under: t('heldOfPlanned'),
      width: 170,
      text: ({ held, planned }) => `${hours(held.minutes)} / ${hours(planned.minutes)}`,
      cell: ({ held, planned }) => (
        <span className="block">
          <span className="tabular block">
            {t('hoursOf', { held: hours(held.minutes), planned: hours(planned.minutes), count: planned.lessons })}
          </span>
          <ProgressBar label={t('heldOfPlanned')} value={planned.minutes > 0 ? (held.minutes / planned.minutes) * 100 : 0} thin />
        </span>
      ),
    },
    {
      key: 'next',
      head: t('nextLesson'),
      width: 130,
      card: 'more',
      text: ({ next }) => (next ? near(next) : ''),
      cell: ({ next }) => <span className="tabular text-text-2">{next ? near(next) : '–'}</span>,
    },
    {
      key: 'clashes',
      head: t('clash'),
      card: 'end',
      text: ({ clashes }) => clashes.map(({ at, with: other }) => `${near(at)} ${other}`).join('; '),
      cell: (one) => <Clashes of={one} />,
    },
  ]
  const add = (
    <span {...dialogTrigger}>
      <Button icon={FileUp} onClick={() => setImporting(true)}>
        {t('importLessons')}
      </Button>
    </span>
  )
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('planText')}</p>
      <TableScreen<Planned>
        name="management.plan"
        caption={tm('entry.plan')}
        list={list}
        columns={columns}
        rowKey={({ course }) => course.id}
        search={t('findCourse')}
        filters={
          <div className="flex flex-1 flex-wrap gap-2 *:w-[220px] *:max-tablet:w-full">
            <Select
              label={t('period')}
              hideLabel
              value={periodOf(list.filters)}
              onChange={(period) => list.change({ filters: { ...list.filters, period: period === usual ? undefined : period } })}
              options={[{ value: 'week', label: t('thisWeek') }, { value: 'next', label: t('nextWeek') }, ...choices(terms)]}
            />
            <DepartmentField
              everywhere
              label={tp('department')}
              hideLabel
              none={tp('anyDepartment')}
              value={department_id ? { id: department_id, name: departments.data?.items[0]?.name ?? '…' } : null}
              onChange={(unit) => list.change({ filters: { ...list.filters, department_id: unit?.id } })}
            />
          </div>
        }
        actions={add}
        exportName={tm('entry.plan')}
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('noLessons')} text={t('noLessonsText')}>
            {add}
          </Empty>
        }
        nothingFits={
          <Empty title={t('noLessons')}>
            <Button onClick={list.clear}>{tp('clear')}</Button>
          </Empty>
        }
      />
      <Suspense>{importing && <TimetableImport onClose={closed} />}</Suspense>
    </>
  )
}

const hours = (minutes: number) => number(minutes / 60, 1)

function Clashes({ of: { clashes, clash_count } }: { of: Planned }) {
  const t = useTexts('rooms')
  const tc = useTexts('calendar')
  if (clash_count === 0) return <span className="text-text-3">–</span>
  return (
    <details className="text-small">
      <summary className="cursor-pointer">
        <Chip tone="bad" icon={TriangleAlert}>
          {t('clashes', { count: clash_count })}
        </Chip>
      </summary>
      <ul className="mt-1 space-y-1 text-warn-text">
        {clashes.map(({ at, with: other, people, students }) => (
          <li key={`${at} ${other}`}>
            {sentences(
              tc('conflictWith', { course: other, time: near(at) }),
              people.length > 0 && joined(people.map(({ name }) => name)),
              students > 0 && tc('conflictStudents', { count: students }),
            )}
          </li>
        ))}
        {clash_count > clashes.length && <li>{t('moreClashes', { count: clash_count - clashes.length })}</li>}
      </ul>
    </details>
  )
}
