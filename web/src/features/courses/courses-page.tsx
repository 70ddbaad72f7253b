// My courses, or those of one type (studios, projects): search and choice stand in the address; who may teach here can make one, everybody can join one with a code.
import { Eye, EyeOff, KeyRound, Plus, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CourseCard, type MyCourse } from '../../parts/course/course-card.tsx'
import { resumed } from '../../parts/drafts/resume.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { usePageActions } from '../../parts/page/page-actions.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { useMe } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { Chip } from '../../ui/chip.tsx'
import { dialogTrigger } from '../../ui/dialog.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { myCourses, roles } from './queries.ts'

const CreateCourse = lazy(() => import('./create-course.tsx'))
const JoinCourse = lazy(() => import('./join-course.tsx'))

/** What the lists of one course_type say of themselves (spec §2.1). */
const kinds = {
  7: { title: 'studios', create: 'createStudio', none: 'noStudios' },
  8: { title: 'projects', create: 'createProject', none: 'noProjects' },
} as const
export type Kind = keyof typeof kinds

export default function CoursesPage({ kind }: { kind?: Kind }) {
  const words = kind && kinds[kind]
  const t = useTexts('courses')
  const me = useMe()
  const [open, setOpen] = useState<'create' | 'join' | undefined>(() =>
    resumed('course', (thing) => thing === `new ${kind ?? ''}`.trim()) ? 'create' : undefined,
  )
  const list = usePaged(
    ({ page, size, find, filters }) => myCourses(page, size, find, roles.find((one) => one === filters.role) ?? 'all', kind),
    { filters: ['role'] },
  )
  const role = roles.find((one) => one === list.filters.role) ?? 'all'
  const close = () => setOpen(undefined)
  usePageActions([
    { label: t('join'), run: () => setOpen('join') },
    ...(me.mayTeach ? [{ label: t(words?.create ?? 'create'), run: () => setOpen('create') }] : []),
  ])
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
            {t(words?.create ?? 'create')}
          </Button>
        </span>
      )}
    </>
  )
  return (
    <div className="mx-auto w-full max-w-[1280px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-2 pt-1">
        <PageTitle
          title={t(words?.title ?? 'title')}
          className={classes('mr-auto font-title text-title font-bold', me.mayTeach && 'max-tablet:w-full')}
        />
        {actions}
      </div>
      {(list.narrowed || list.waiting || list.failed || list.total > 0) && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <SearchInput
            label={t('search')}
            value={list.find}
            busy={list.stale}
            onSearch={(find) => list.change({ find })}
            className="w-[240px] max-tablet:w-full"
          />
          {me.mayTeach && (
            <Segmented
              label={t('show')}
              value={role}
              onChange={(to) => list.change({ filters: { role: to === 'all' ? undefined : to } })}
              options={[
                { value: 'all', label: t('all') },
                { value: 'student', label: t('learning') },
                { value: 'instructor', label: t('teaching') },
                { value: 'instructor_assistant', label: t('assisting') },
              ]}
            />
          )}
        </div>
      )}
      <PagedList
        list={list}
        failedTitle={t('failed')}
        skeleton={<Cards />}
        empty={<Empty title={t(words?.none ?? 'none')} text={words ? undefined : t(me.mayTeach ? 'noneTeach' : 'noneLearn')} />}
        nothingFits={
          <Empty title={list.find ? t('noFit', { text: list.find }) : t('noFitFilter')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      >
        {(courses) => (
          <ul className={grid}>
            {courses.map((course) => (
              <CourseCard key={course.id} course={course}>
                <Facts course={course} />
              </CourseCard>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {open === 'create' && <CreateCourse title={t(words?.create ?? 'create')} type={kind} onClose={close} />}
        {open === 'join' && <JoinCourse onClose={close} />}
      </Suspense>
    </div>
  )
}

const grid = 'grid grid-cols-1 gap-3 tablet:grid-cols-2 small:grid-cols-3'

const Cards = () => (
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

const states = {
  draft: { tone: 'neutral', icon: EyeOff },
  published: { tone: 'ok', icon: Eye },
  ended: { tone: 'outline', icon: CircleCheck },
} as const

function Facts({ course }: { course: MyCourse }) {
  const t = useTexts('courses')
  const teaches = course.role !== 'student'
  const state = course.status === 'deleted' ? undefined : states[course.status]
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-caption text-text-2">
      {state && (teaches || course.status !== 'published') && course.status !== 'deleted' && (
        <Chip tone={state.tone} icon={state.icon}>
          {t(!teaches && course.status === 'draft' ? 'notOpen' : course.status)}
        </Chip>
      )}
      <span className="truncate">
        {[course.instructors.length && course.course_code, course.semester, teaches ? t(`role_${course.role}`) : undefined]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}
