// My courses, or those of one type (studios, projects): search and choice stand in the address; who may teach here can make one, everybody can join one with a code.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Eye, EyeOff, KeyRound, Plus, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState, useTransition } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CourseCard, type MyCourse } from '../../course-card.tsx'
import { resumed } from '../../drafts.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { Region } from '../../region.tsx'
import { useMe } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { dialogTrigger } from '../../ui/dialog.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { type Mine, myCourses, roles } from './queries.ts'

const CreateCourse = lazy(() => import('./create-course.tsx'))
const JoinCourse = lazy(() => import('./join-course.tsx'))

function useChoice() {
  const [search, setSearch] = useSearchParams()
  const role = search.get('role')
  const now = {
    page: Math.max(1, Number(search.get('page')) || 1),
    page_size: Number(search.get('page_size')) || 20,
    q: search.get('q') ?? '',
    role: (roles.find((one) => one === role) ?? 'all') as Mine,
  }
  const change = (to: Partial<typeof now>, replace = false) => {
    const { page, page_size, q, role: of } = { ...now, page: 1, ...to }
    setSearch(
      {
        ...(q && { q }),
        ...(of !== 'all' && { role: of }),
        ...(page > 1 && { page: String(page) }),
        ...(page_size !== 20 && { page_size: String(page_size) }),
      },
      { replace },
    )
  }
  return [now, change] as const
}

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
  const [choice, change] = useChoice()
  const [searching, start] = useTransition()
  const { data: whole } = useQuery(myCourses(1, 20, '', 'all', kind))
  const close = () => setOpen(undefined)
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
      <div className="flex min-h-8 flex-wrap items-center gap-2 py-1">
        <PageTitle title={t(words?.title ?? 'title')} className="mr-auto font-title text-title font-bold" />
        {actions}
      </div>
      {(whole === undefined || whole.total > 0) && (
        <div className="my-3 flex flex-wrap items-center gap-3">
          <SearchInput
            label={t('search')}
            value={choice.q}
            busy={searching}
            onSearch={(q) => start(() => change({ q }, true))}
            className="w-[240px] max-tablet:w-full"
          />
          {me.mayTeach && (
            <Segmented
              label={t('show')}
              value={choice.role}
              onChange={(role) => start(() => change({ role }))}
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
      <Region at={`my-courses ${kind ?? ''}`} title={t('failed')} skeleton={<Cards />}>
        <List choice={choice} change={change} kind={kind} />
      </Region>
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

type ListProps = { choice: ReturnType<typeof useChoice>[0]; change: ReturnType<typeof useChoice>[1]; kind: Kind | undefined }

function List({ choice, change, kind }: ListProps) {
  const t = useTexts('courses')
  const me = useMe()
  const { data } = useSuspenseQuery(myCourses(choice.page, choice.page_size, choice.q, choice.role, kind))
  if (!data.items.length) {
    if (choice.q || choice.role !== 'all') {
      return (
        <Empty title={choice.q ? t('noFit', { text: choice.q }) : t('noFitFilter')}>
          <Button onClick={() => change({ q: '', role: 'all' })}>{t('clear')}</Button>
        </Empty>
      )
    }
    return <Empty title={t(kind ? kinds[kind].none : 'none')} text={t(me.mayTeach ? 'noneTeach' : 'noneLearn')} />
  }
  return (
    <>
      <p role="status" className="screen-reader">
        {t('count', { count: data.total })}
      </p>
      <ul className={grid}>
        {data.items.map((course) => (
          <CourseCard key={course.id} course={course}>
            <Facts course={course} />
          </CourseCard>
        ))}
      </ul>
      {data.total > 10 && data.pages > 1 && (
        <div className="mt-4">
          <Pagination
            page={data.page}
            pages={data.pages}
            pageSize={choice.page_size}
            total={data.total}
            onChange={(page, page_size) => change({ page, page_size })}
          />
        </div>
      )}
    </>
  )
}

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
