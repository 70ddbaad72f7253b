// My courses, or those of one type (studios, projects). Search, filters and order are in the address; teachers can create a course, everybody can join one by its access code.
import { KeyRound, ListFilter, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { CourseCard } from '../../parts/learning/course/course-card.tsx'
import { courseFilters } from '../../parts/learning/course/course-filters.ts'
import { courseStates } from '../../parts/learning/course/course-states.ts'
import { formToResume } from '../../parts/base/drafts/resume.ts'
import { texts, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { usePhone } from '../../ui/dialogs/phone.tsx'
import { list as joinNames } from '../../ui/format.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { OtherLists } from './other-lists.tsx'
import { isNarrowed, type ListedCourse, myCourses, narrowedCourses, readOf, roles, sorts } from './queries.ts'
import { Waiting } from './waiting.tsx'

const CreateCourse = laterDialog(() => Promise.all([import('./create-course.tsx'), texts('copies')]).then(([module]) => module))
const CourseFilterChips = lazy(() =>
  Promise.all([import('../../parts/learning/course/course-filter-chips.tsx'), texts('management', 'course-settings')]).then(
    ([module]) => module,
  ),
)
const JoinCourse = laterDialog(() => import('./join-course.tsx'))

/** Text keys of the lists of one course_type (spec §2.1). */
const textsByType = {
  7: { title: 'studios', create: 'createStudio', none: 'noStudios' },
  8: { title: 'projects', create: 'createProject', none: 'noProjects' },
} as const
export type CourseType = keyof typeof textsByType

export default function CoursesPage({ courseType }: { courseType?: CourseType }) {
  const typeTexts = courseType && textsByType[courseType]
  const t = useTexts('courses')
  const me = useMe()
  const [open, setOpen] = useState<'create' | 'join' | undefined>(() =>
    formToResume('course', (thing) => thing === `new ${courseType ?? ''}`.trim()) ? 'create' : undefined,
  )
  const list = usePaged(
    ({ filters, ...request }) =>
      readOf(
        isNarrowed(filters)
          ? narrowedCourses({ ...request, filters, type: courseType })
          : myCourses({ ...request, role: roles.find((word) => word === filters.role) ?? 'all', type: courseType }),
      ),
    { filters: ['role', ...courseFilters], sorts },
  )
  const [filtering, setFiltering] = useState<'asked' | boolean>(() => isNarrowed(list.filters))
  // on a phone they are behind a button already
  const isPhone = usePhone()
  const role = roles.find((candidate) => candidate === list.filters.role) ?? 'all'
  const close = () => setOpen(undefined)
  const columns: ScreenColumn<ListedCourse>[] = [
    {
      key: 'name',
      head: t('name'),
      sorts: true,
      text: ({ name }) => name,
      cell: ({ id, name, display_name }) => (
        <Link to={paths.content(id)} data-action="course.open" className="font-medium hover:underline">
          {display_name || name}
        </Link>
      ),
    },
    { key: 'course_code', head: t('code'), sorts: true, optional: true, text: (one) => one.course_code, cell: (one) => one.course_code },
    { key: 'semester', head: t('semester'), optional: true, text: (one) => one.semester ?? '', cell: (one) => one.semester },
    {
      key: 'teachers',
      head: t('teachers'),
      optional: true,
      text: ({ instructors }) => instructors.map(({ name }) => name).join(', '),
      cell: ({ instructors }) => joinNames(instructors.map(({ name }) => name)),
    },
    {
      key: 'role',
      head: t('myRole'),
      optional: true,
      text: (one) => (one.role ? t(`role_${one.role}`) : ''),
      cell: (one) => one.role && t(`role_${one.role}`),
    },
    { key: 'state', head: t('state'), card: 'end', cell: (one) => <CourseState course={one} /> },
  ]
  const actions = (
    <>
      <span className="contents" {...dialogTrigger}>
        <Button icon={KeyRound} onClick={() => setOpen('join')} variant={me.mayTeach ? 'secondary' : 'primary'}>
          {t('join')}
        </Button>
      </span>
      {me.mayTeach && (
        <span className="contents" {...dialogTrigger}>
          <Button icon={Plus} variant="primary" onClick={() => setOpen('create')} action="course.create">
            {t(typeTexts?.create ?? 'create')}
          </Button>
        </span>
      )}
    </>
  )
  return (
    <div className="mx-auto w-full max-w-[1280px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-2 pt-1">
        <PageTitle
          title={t(typeTexts?.title ?? 'title')}
          className={classes('mr-auto font-title text-title font-bold', me.mayTeach && 'max-tablet:w-full')}
        />
        {actions}
      </div>
      <OtherLists type={courseType} teaches={list.data?.items.some((one) => one.role === 'instructor') ?? false} />
      {courseType === undefined && <Waiting />}
      <TableScreen<ListedCourse>
        name="courses"
        caption={t(typeTexts?.title ?? 'title')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('search')}
        filters={
          <>
            {me.mayTeach && !isNarrowed(list.filters) && (
              <Segmented
                label={t('show')}
                value={role}
                onChange={(value) => list.change({ filters: { role: value === 'all' ? undefined : value } })}
                options={[
                  { value: 'all', label: t('all') },
                  { value: 'student', label: t('learning') },
                  { value: 'instructor', label: t('teaching') },
                  { value: 'instructor_assistant', label: t('assisting') },
                ]}
              />
            )}
            {filtering || isPhone ? (
              <Suspense>
                <CourseFilterChips
                  values={list.filters}
                  onChange={(filters) => list.change({ filters })}
                  takesFocus={filtering === 'asked'}
                />
              </Suspense>
            ) : (
              <Button icon={ListFilter} variant="quiet" onClick={() => setFiltering('asked')}>
                {t('filter')}
              </Button>
            )}
          </>
        }
        {...(me.mayTeach && { exportName: t(typeTexts?.title ?? 'title') })}
        failedTitle={t('failed')}
        skeleton={<CardsSkeleton />}
        empty={<Empty title={t(typeTexts?.none ?? 'none')} text={typeTexts ? undefined : t(me.mayTeach ? 'noneTeach' : 'noneLearn')} />}
        nothingFits={
          <Empty title={list.find ? t('noFit', { text: list.find }) : t('noFitFilter')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
        grid={(courses) => (
          <ul className={grid}>
            {courses.map((course) => (
              <CourseCard key={course.id} course={course}>
                <CourseFacts course={course} />
              </CourseCard>
            ))}
          </ul>
        )}
      />
      <Suspense>
        {open === 'create' && <CreateCourse title={t(typeTexts?.create ?? 'create')} type={courseType} onClose={close} />}
        {open === 'join' && <JoinCourse onClose={close} />}
      </Suspense>
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-3 tablet:grid-cols-2 small:grid-cols-3'

const CardsSkeleton = () => (
  <div className={`late ${grid}`}>
    {Array.from({ length: 6 }, (_, i) => (
      <div key={i} className="surface-card flex h-[94px] items-center gap-3 p-3">
        <Bone className="size-14 !rounded-tile" />
        <div className="flex-1 space-y-2">
          <Bone className="w-2/3" />
          <Bone className="h-2.5 w-1/3" />
        </div>
      </div>
    ))}
  </div>
)

/** A chip of the course's state; a student's open course needs none. */
function CourseState({ course: { role, status } }: { course: ListedCourse }) {
  const t = useTexts('courses')
  const teaches = role !== 'student'
  if (status === 'deleted' || (status === 'published' && !teaches)) return null
  const { tone, icon } = courseStates[status]
  return (
    <Chip tone={tone} icon={icon}>
      {t(!teaches && status === 'draft' ? 'notOpen' : status)}
    </Chip>
  )
}

function CourseFacts({ course }: { course: ListedCourse }) {
  const t = useTexts('courses')
  const me = useMe()
  const teaches = course.role !== 'student'
  // without other teachers the card's second line is the code
  const others = course.instructors.some(({ role, id }) => role === 'instructor' && id !== me.id)
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-caption text-text-2">
      <CourseState course={course} />
      <span className="truncate">
        {[others && course.course_code, course.semester, teaches && course.role ? t(`role_${course.role}`) : undefined]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}
