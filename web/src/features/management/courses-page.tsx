// All courses of the organisation, or of the departments of who manages them, /management/course#/: search, filters and order are in the address.
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CalendarPlus, CircleDashed, RefreshCw, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import CourseFilterChips from '../../parts/learning/course/course-filter-chips.tsx'
import { courseConditions, courseFilters } from '../../parts/learning/course/course-filters.ts'
import { courseStates as looks } from '../../parts/learning/course/course-states.ts'
import { useSelection } from '../../parts/base/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { useMe } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { date, list as joined } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ManagementFrame } from './management-frame.tsx'
import { courseRegister, courseSorts, type ManagedCourse, managedCourses } from './queries.ts'

const SyncDialog = laterDialog(async () => (await Promise.all([import('./sync-dialog.tsx'), texts('tasks', 'errors')]))[0])
const NextTermDialog = laterDialog(() =>
  Promise.all([import('./next-term-dialog.tsx'), texts('copies', 'tasks', 'inputs', 'errors')]).then(([module]) => module),
)

const CoursesSettings = laterDialog(() => import('./courses-settings-dialog.tsx'))
/** Of one call. */
const mostCourses = 500

export default function ManagedCoursesPage() {
  const t = useTexts('management')
  const tc = useTexts('courses')
  const me = useMe()
  const { data: register } = useQuery({ ...courseRegister, enabled: me.may('statistics.read') })
  const [syncing, setSyncing] = useState<'all' | ManagedCourse>()
  return (
    <ManagementFrame
      title={t('entry.courses')}
      aside={
        <>
          {me.may('statistics.read') && (
            <Link to={paths.deletedCourses()} className={buttonLook('link')}>
              {tc('deletedTitle')}
            </Link>
          )}
          {register?.set && (
            <span className="ml-auto" {...dialogTrigger}>
              <Button icon={RefreshCw} onClick={() => setSyncing('all')}>
                {t('register')}
              </Button>
            </span>
          )}
        </>
      }
    >
      <ManagedCourses {...(register?.set && { onSync: setSyncing })} />
      <Suspense>
        {syncing && (
          <SyncDialog
            {...(syncing !== 'all' && { course: syncing })}
            running={register?.status_key ?? null}
            onClose={() => setSyncing(undefined)}
          />
        )}
      </Suspense>
    </ManagementFrame>
  )
}

/** `onSync`: the courses of the register can be synchronised one by one. */
function ManagedCourses({ onSync }: { onSync?: (course: ManagedCourse) => void }) {
  const t = useTexts('management')
  const tc = useTexts('courses')
  const ts = useTexts('course-settings')
  const me = useMe()
  const list = usePaged(managedCourses, { filters: courseFilters, sorts: courseSorts })
  const selection = useSelection<ManagedCourse>(list, ({ id }) => id)
  const [changing, setChanging] = useState(false)
  const selected = selection.rows.filter(({ status }) => status !== 'deleted').map(({ id }) => id)
  const [nextTerm, setNextTerm] = useState<Omit<Parameters<typeof NextTermDialog>[0], 'onClose'>>()
  const makeNextTerm = () => {
    const { everything, rows, except, count } = selection
    const which = everything
      ? { conditions: courseConditions(list), except_ids: except.map(({ id }) => id) }
      : { course_ids: rows.map(({ id }) => id) }
    const [term, ...others] = new Set(everything ? [courseConditions(list).term_id] : rows.map(({ term_id }) => term_id))
    setNextTerm({ which, count, ofSource: others.length === 0 ? term : undefined })
  }
  const selectionActions = [
    ...(me.roles.includes('admin') && !selection.everything
      ? [{ label: t('changeSettings'), icon: Settings2, run: () => setChanging(selected.length > 0) }]
      : []),
    ...(me.may('terms.change') ? [{ label: tc('nextTerm'), icon: CalendarPlus, run: makeNextTerm }] : []),
  ]
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
      key: 'course_outline',
      head: ts('outline'),
      optional: 'hidden',
      text: (one) => one.course_outline,
      cell: (one) => <span className="line-clamp-2 text-text-2">{one.course_outline}</span>,
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
    ...(onSync
      ? [
          {
            key: 'register',
            head: t('register'),
            width: 110,
            cell: (course: ManagedCourse) =>
              course.imported_from === 'urp' && course.status !== 'deleted' ? (
                <IconButton
                  size="sm"
                  icon={RefreshCw}
                  label={t('registerOne', { name: course.display_name || course.name })}
                  onClick={() => onSync(course)}
                />
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <>
      <TableScreen<ManagedCourse>
        name="management.courses"
        caption={t('entry.courses')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={tc('search')}
        filters={<CourseFilterChips values={list.filters} onChange={(filters) => list.change({ filters })} />}
        exportName={t('entry.courses')}
        {...(selectionActions.length > 0 && {
          selection: {
            of: selection,
            label: ({ name }: ManagedCourse) => t('selectCourse', { name }),
            takesAll: me.may('terms.change'),
            actions: selectionActions,
          },
        })}
        failedTitle={t('failed')}
        empty={<Empty title={tc('none')} />}
        nothingFits={
          <Empty title={list.find ? tc('noFit', { text: list.find }) : tc('noFitFilter')}>
            <Button onClick={list.clear}>{tc('clear')}</Button>
          </Empty>
        }
      />
      {nextTerm && (
        <Suspense>
          <NextTermDialog
            {...nextTerm}
            onClose={() => {
              setNextTerm(undefined)
              selection.clear()
            }}
          />
        </Suspense>
      )}
      {changing && (
        <Suspense>
          <CoursesSettings
            ids={selected.slice(0, mostCourses)}
            onClose={() => setChanging(false)}
            onDone={() => {
              setChanging(false)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </>
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
