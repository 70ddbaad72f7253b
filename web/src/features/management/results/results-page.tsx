// Results of the organisation's courses, /management/results: final or open, since when and by whom; a manager reopens them with a reason.
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { choices, termsQuery } from '../../../parts/learning/course/terms.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime, list as joined, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { ListRequest } from '../../../ui/table/paging.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { DepartmentField } from '../units/unit-fields.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

export type CourseResults = Answer<'GET /api/management/results'>['items'][number]
const states = ['open', 'final'] as const
const filters = ['state', 'term_id', 'department_id'] as const
const sorts = ['name', 'final'] as const

const ReopenDialog = laterDialog(async () => (await Promise.all([import('./reopen-dialog.tsx'), texts('errors')]))[0])

const read = ({ find, page, size, filters: { state, term_id, department_id }, sort }: ListRequest) =>
  query('GET /api/management/results', {
    query: {
      page,
      page_size: size,
      ...(find && { q: find }),
      state: states.find((one) => one === state),
      term_id: term_id || undefined,
      department_id: department_id || undefined,
      ...(sort && { sort: sorts.find((one) => one === sort.by) ?? 'name', order: sort.direction }),
    },
  })

export default function ResultsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.results')}>
      <Results />
    </ManagementFrame>
  )
}

function Results() {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const me = useMe()
  const [reopened, setReopened] = useState<CourseResults>()
  const list = usePaged(read, { filters, sorts })
  const columns: ScreenColumn<CourseResults>[] = [
    {
      key: 'name',
      head: t('course'),
      sorts: true,
      text: ({ name }) => name,
      cell: ({ id, name, course_code }) => (
        <span className="wrap-anywhere">
          {me.may('course.read') ? (
            <Link to={paths.courseResults(id)} className="font-medium hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}
          <span className="tabular block text-small text-text-3">{course_code}</span>
        </span>
      ),
    },
    {
      key: 'term',
      head: t('term'),
      width: 170,
      optional: true,
      text: (one) => termOf(one),
      cell: (one) => termOf(one) || '–',
    },
    {
      key: 'teachers',
      head: t('teachers'),
      optional: true,
      card: 'more',
      text: ({ teachers }) => teachers.map(({ name }) => name).join(', '),
      cell: ({ teachers }) => (teachers.length > 0 ? joined(teachers.map(({ name }) => name)) : '–'),
    },
    {
      key: 'people',
      head: t('students'),
      width: 110,
      numeric: true,
      optional: true,
      card: 'more',
      text: ({ people }) => String(people),
      cell: ({ people }) => number(people),
    },
    {
      key: 'final',
      head: t('resultState'),
      sorts: true,
      width: 240,
      card: 'end',
      text: ({ final }) =>
        final ? [t('results.final'), dateTime(final.at), final.by?.name].filter(Boolean).join(', ') : t('results.open'),
      cell: (one) => <State of={one} />,
    },
    {
      key: 'reopen',
      head: t('reopen'),
      hideHead: true,
      width: 130,
      cell: (one) =>
        one.final && (
          <Button size="sm" aria-label={t('reopenOf', { name: one.name })} onClick={() => setReopened(one)}>
            {t('reopen')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('resultsText')}</p>
      <TableScreen<CourseResults>
        name="management.results"
        caption={tm('entry.results')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findCourse')}
        filters={<Filters values={list.filters} onChange={(values) => list.change({ filters: values })} />}
        exportName={tm('entry.results')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noCoursesYet')} />}
        nothingFits={
          <Empty title={list.find ? t('nothingFits', { text: list.find }) : t('noCourseFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      {reopened && (
        <Suspense>
          <ReopenDialog course={reopened} onClose={() => setReopened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const termOf = ({ academic_year, semester }: CourseResults) => [academic_year, semester].filter(Boolean).join(' · ')

function State({ of: { final, reopened } }: { of: CourseResults }) {
  const t = useTexts('management-lists')
  const note = final
    ? [t('since', { day: dateTime(final.at) }), final.by?.name]
    : reopened && [t('reopenedAt', { time: dateTime(reopened.at) }), reopened.by?.name, reopened.reason]
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Chip tone={final ? 'ok' : 'neutral'} icon={final ? LockKeyhole : LockKeyholeOpen}>
        {t(final ? 'results.final' : 'results.open')}
      </Chip>
      {note && <span className="text-small wrap-anywhere text-text-3">{note.filter(Boolean).join(' · ')}</span>}
    </span>
  )
}

type Values = Readonly<Record<string, string | undefined>>
function Filters({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const t = useTexts('management-lists')
  const department = values.department_id
  const terms = choices(useQuery(termsQuery).data?.terms ?? [])
  const named = useQuery({
    ...query('GET /api/departments', { query: { page_size: 1, ids: department ? [department] : [] } }),
    enabled: department !== undefined,
  })
  return (
    <div className="flex flex-1 flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
      <Select
        label={t('resultState')}
        hideLabel
        value={values.state ?? ''}
        onChange={(state) => onChange({ state: state || undefined })}
        options={[
          { value: '', label: t('anyState') },
          ...states.map((state) => ({ value: state as string, label: t(`results.${state}`) })),
        ]}
      />
      {terms.length > 0 && (
        <Select
          label={t('term')}
          hideLabel
          value={values.term_id ?? ''}
          onChange={(term) => onChange({ term_id: term || undefined })}
          options={[{ value: '', label: t('anyTerm') }, ...terms]}
        />
      )}
      <DepartmentField
        everywhere
        label={t('department')}
        hideLabel
        none={t('anyDepartment')}
        value={department ? { id: department, name: named.data?.items[0]?.name ?? '…' } : null}
        onChange={(unit) => onChange({ department_id: unit?.id })}
      />
    </div>
  )
}
