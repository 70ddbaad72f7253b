// Home: the day, my courses with progress, videos to go on with, the latest messages.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck, Eye, EyeOff, Play } from 'lucide-react'
import { Link } from 'react-router-dom'
import { CourseCard } from '../../course-card.tsx'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { paths } from '../../paths.ts'
import { Region } from '../../region.tsx'
import { useMe } from '../../session.ts'
import { Latest } from '../../shell/latest.tsx'
import { useUnread } from '../../shell/bell.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CourseCover } from '../../ui/course-cover.tsx'
import { dayTitle, percent } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone, Empty, SkeletonRows } from '../../ui/states.tsx'
import { homeCourses, myLearning, type Progress, type Watching } from './queries.ts'

export default function HomePage() {
  return (
    <div className="mx-auto grid w-full max-w-[1280px] gap-x-8 gap-y-6 px-6 py-5 max-tablet:px-4 small:grid-cols-[minmax(0,1fr)_328px] wide:grid-cols-[minmax(0,1fr)_360px] small:px-8">
      <div className="min-w-0">
        <Region at="home" skeleton={<Waiting />}>
          <Learning />
        </Region>
      </div>
      <aside className="min-w-0 space-y-6">
        <ContinueWatching />
        <LatestMessages />
      </aside>
    </div>
  )
}

const Waiting = () => (
  <div className="late space-y-3 pt-2">
    <Bone className="h-6 w-64" />
    <Bone className="w-80" />
    <div className="grid grid-cols-2 gap-3 pt-6">
      <Bone className="h-24 !rounded-card" />
      <Bone className="h-24 !rounded-card" />
    </div>
  </div>
)

function Learning() {
  const t = useTexts('home')
  const me = useMe()
  const { data } = useSuspenseQuery(homeCourses)
  // A side part: the courses are shown without it when it fails.
  const { data: learning } = useQuery(myLearning)
  const watching = learning?.watching ?? []
  const unread = useUnread()
  const day = dayTitle(Date.now())
  const said = [
    watching.length > 0 && t('greetingOpen', { count: watching.length }),
    unread > 0 && t('greetingUnread', { count: unread }),
  ].filter(Boolean)
  return (
    <>
      <PageTitle title={day} className="font-title text-day font-bold" />
      <p className="text-text-2">{said.length ? said.join(' ') : t('greetingNone')}</p>
      <div className="mt-5 mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('courses')}</h2>
        {data.total > 0 && (
          <Link to={paths.courses()} className={buttonLook('link')}>
            {t('allCourses', { count: data.total })}
          </Link>
        )}
      </div>
      {data.items.length === 0 ? (
        <Empty title={t('noCourses')} text={t(me.mayTeach ? 'noCoursesTeach' : 'noCoursesLearn')}>
          <Link to={paths.courses()} className={buttonLook('primary')}>
            {t('toCourses')}
          </Link>
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-3 tablet:grid-cols-2 desktop:grid-cols-3">
          {data.items.map((course) => (
            <CourseCard key={course.id} course={course}>
              <Done course={course} progress={learning?.courses.find((one) => one.course_id === course.id)} />
            </CourseCard>
          ))}
        </ul>
      )}
    </>
  )
}

const states = {
  draft: { tone: 'neutral', icon: EyeOff },
  published: { tone: 'ok', icon: Eye },
  ended: { tone: 'outline', icon: CircleCheck },
} as const

function Done({ course, progress }: { course: Parameters<typeof CourseCard>[0]['course']; progress: Progress | undefined }) {
  const t = useTexts('home')
  if (course.role !== 'student' || course.status !== 'published') {
    const state = course.status === 'deleted' ? undefined : states[course.status]
    return state && course.status !== 'deleted' ? (
      <div className="mt-1.5">
        <Chip tone={state.tone} icon={state.icon}>
          {t(course.role === 'student' && course.status === 'draft' ? 'notOpen' : course.status)}
        </Chip>
      </div>
    ) : null
  }
  if (!progress) return <div className="mt-2 h-[29px]" />
  return (
    <div className="mt-2">
      <ProgressBar label={t('progressIn', { name: course.name })} value={progress.study_completeness} />
      <p className="tabular mt-1 flex justify-between gap-2 text-caption text-text-2">
        <span>
          {progress.activity_count ? t('doneOf', { done: progress.completed_count, all: progress.activity_count }) : t('nothingToDo')}
        </span>
        {progress.activity_count > 0 && <span>{percent(progress.study_completeness)}</span>}
      </p>
    </div>
  )
}

function ContinueWatching() {
  const t = useTexts('home')
  const { data: courses } = useQuery(homeCourses)
  const watching = useQuery(myLearning).data?.watching.slice(0, 3) ?? []
  if (!watching.length) return null
  return (
    <section>
      <h2 className="mb-2 text-section font-semibold">{t('continue')}</h2>
      <ul className="surface-card divide-y divide-line">
        {watching.map((one) => (
          <Video key={one.activity_id} one={one} course={courses?.items.find(({ id }) => id === one.course_id)?.name} />
        ))}
      </ul>
    </section>
  )
}

function Video({ one, course }: { one: Watching; course: string | undefined }) {
  const t = useTexts('home')
  const left = Math.round(((one.video_duration ?? 0) * (100 - one.percent)) / 6000)
  return (
    <li className="relative flex items-center gap-3 p-3.5 hover:bg-hover">
      <span className="relative shrink-0">
        <CourseCover id={one.course_id} className="h-[60px] w-[104px] rounded-tile" />
        <span
          aria-hidden
          className="absolute inset-0 m-auto flex size-7 items-center justify-center rounded-full bg-[rgb(23_26_26/.72)] text-[#fff]"
        >
          <Play size={14} fill="currentColor" strokeWidth={0} />
        </span>
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={paths.activity(one.course_id, one.activity_id)}
          data-action="activity.open"
          className="stretched block truncate text-body font-medium"
        >
          {one.title}
        </Link>
        <p className="truncate text-caption text-text-3">{course}</p>
        <ProgressBar className="mt-1.5" thin label={t('progressIn', { name: one.title })} value={one.percent} />
        <p className="tabular mt-1 text-caption text-text-2">{left > 0 ? t('minutesLeft', { count: left }) : t('almostDone')}</p>
      </div>
    </li>
  )
}

function LatestMessages() {
  const t = useTexts('home')
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('latest')}</h2>
        <Link to={paths.notifications()} className={buttonLook('link')}>
          {t('inbox')}
        </Link>
      </div>
      <Region at="home-latest" skeleton={<SkeletonRows rows={3} />}>
        <Latest />
      </Region>
    </section>
  )
}
