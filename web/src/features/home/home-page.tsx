// Home page: to-do list by day, my courses with progress, activities that open next, videos to continue, latest messages; for teachers also
// drafts and the students' watching.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { CourseCard, type MyCourse } from '../../parts/course/course-card.tsx'
import { coverOf } from '../../parts/course/cover.ts'
import { courseStates } from '../../parts/course/course-states.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Region } from '../../parts/errors/region.tsx'
import { useMe } from '../../session.ts'
import { usePainted, useTogether } from '../../parts/first-paint/deferral.ts'
import { looks } from '../../parts/first-paint/looks.ts'
import { LatestNotifications } from '../../shell/latest-notifications.tsx'
import { useUnread } from '../../shell/bell.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { CourseCover } from '../../ui/course-cover.tsx'
import { dayTitle, near, percent } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone, Empty, SkeletonRows } from '../../ui/states.tsx'
import { greetingOf } from './greeting.ts'
import { homeCourses, homeTodo, myLearning, myTeaching, type Progress, type Teaching, upcoming, type Watching } from './queries.ts'
import { Drafts, WatchedVideos } from './teaching.tsx'
import { TodoList } from './todo-list.tsx'
import { useCards } from './use-cards.ts'
import { useOnlyManages } from './use-only-manages.ts'

export default function HomePage() {
  const ready = useTogether(usePending())
  if (useOnlyManages()) return <Navigate to={paths.management()} replace />
  return (
    <div className={looks.homeColumns}>
      <div className="min-w-0">
        <Region at="home" skeleton={<HomeSkeleton />}>
          {ready ? <MainColumn /> : <HomeSkeleton />}
        </Region>
      </div>
      <aside className="min-w-0 space-y-6">
        {ready && (
          <>
            <ComingUp />
            <ContinueWatching />
            <WatchedByStudents />
            <LatestMessages />
          </>
        )}
      </aside>
    </div>
  )
}

/** true while a read is pending that decides over the height of the page's parts. */
function usePending(): boolean {
  const teaches = useTeaches()
  const pending = [
    useQuery(homeCourses).isPending,
    useQuery(homeTodo).isPending,
    useQuery(myLearning).isPending,
    useQuery(upcoming).isPending,
    useQuery({ ...myTeaching, enabled: teaches }).isLoading,
  ]
  return pending.includes(true)
}

const HomeSkeleton = () => (
  <div className="late">
    <Bone className="mt-1 h-6 w-64" />
    <Bone className="mt-3 w-80 max-w-full" />
    <Bone className="mt-8 mb-4 w-24" />
    <SkeletonRows rows={4} />
    <Bone className="mt-8 mb-4 w-24" />
    <div className="grid grid-cols-1 gap-3 tablet:grid-cols-2 desktop:grid-cols-3">
      <Bone className="h-24 !rounded-card" />
      <Bone className="h-24 !rounded-card max-tablet:hidden" />
      <Bone className="h-24 !rounded-card max-desktop:hidden" />
    </div>
  </div>
)

/** true for a person who teaches a course or may create one; false until the courses are loaded. */
function useTeaches(): boolean {
  const me = useMe()
  const { data } = useQuery(homeCourses)
  return me.mayTeach || Boolean(data?.items.some(({ role }) => role !== 'student'))
}
const WatchedByStudents = () => <WatchedVideos teaches={useTeaches()} />

function MainColumn() {
  const t = useTexts('home')
  const me = useMe()
  const { data } = useSuspenseQuery(homeCourses)
  // Optional parts: the courses are shown even if these reads fail.
  const { data: todo } = useQuery(homeTodo)
  const teaches = useTeaches()
  const { data: teaching } = useQuery({ ...myTeaching, enabled: teaches })
  const { learned, taught } = useCards(data.items, teaches)
  const unread = useUnread()
  const greeting = greetingOf(t, { todo, teaching, taught, courses: data.items, unread })
  return (
    <>
      <Today />
      <p className="min-h-5 text-text-2">
        {greeting || (todo && todo.total > 0 ? t('greetingUndated', { count: todo.total }) : <NothingWaits />)}
      </p>
      {todo && todo.total > 0 && (
        <section className="mt-5">
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <h2 className="text-section font-semibold">{t('todo')}</h2>
            <Link to={paths.todo()} className={buttonLook('link')}>
              {t('allTodo', { count: todo.total })}
            </Link>
          </div>
          <TodoList items={todo.items} urgent />
        </section>
      )}
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
              <CourseProgress
                course={course}
                progress={learned.find((row) => row.course_id === course.id)}
                teaching={taught.find((row) => row.course_id === course.id)}
              />
            </CourseCard>
          ))}
        </ul>
      )}
      <Drafts teaches={teaches} />
    </>
  )
}

/** The day. Until the page is painted it is that of the first look, which stands in its place: the first formatter takes a browser 20 ms and more. */
function Today() {
  const [given] = useState(() => document.getElementById('today')?.textContent)
  const painted = usePainted()
  return <PageTitle title={painted || !given ? dayTitle(Date.now()) : given} className={looks.homeTitle} />
}

/** Who manages has work elsewhere. */
function NothingWaits() {
  const t = useTexts('home')
  return useMe().manages ? (
    <Link to={paths.management()} className={buttonLook('link')}>
      {t('toManagement')}
    </Link>
  ) : (
    t('greetingNone')
  )
}

/** What a course that I teach waits for: files that failed, works to mark, people to let in, drafts, students who have not begun; else how
 *  many students it has. */
function useWaiting(teaching: Teaching['courses'][number] | undefined, toJoin: number): { text: string; bad: boolean } {
  const t = useTexts('home')
  if (!teaching) return { text: '', bad: false }
  const { failed_count, to_mark_count, draft_count, idle_count, students } = teaching
  const waiting = [
    ...(failed_count > 0 ? [t('filesFailed', { count: failed_count })] : []),
    ...(to_mark_count > 0 ? [t('toMark', { count: to_mark_count })] : []),
    ...(toJoin > 0 ? [t('waitToJoin', { count: toJoin })] : []),
    ...(draft_count > 0 ? [t('draftsIn', { count: draft_count })] : []),
    ...(idle_count > 0 ? [t('notBegun', { count: idle_count })] : []),
  ]
  return { text: waiting.length > 0 ? waiting.join(' · ') : t('students', { count: students }), bad: failed_count > 0 }
}

function CourseProgress({
  course,
  progress,
  teaching,
}: {
  course: MyCourse
  progress: Progress | undefined
  teaching: Teaching['courses'][number] | undefined
}) {
  const t = useTexts('home')
  const waiting = useWaiting(teaching, course.waiting)
  if (course.role !== 'student' || course.status !== 'published') {
    const state = course.status === 'deleted' ? undefined : courseStates[course.status]
    return state && course.status !== 'deleted' ? (
      <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={state.tone} icon={state.icon}>
          {t(course.role === 'student' && course.status === 'draft' ? 'notOpen' : course.status)}
        </Chip>
        {waiting.text && <span className={classes('text-caption', waiting.bad ? 'text-bad-text' : 'text-text-2')}>{waiting.text}</span>}
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

/** Activities that open next. */
function ComingUp() {
  const t = useTexts('home')
  const { data } = useQuery(upcoming)
  if (!data?.items.length) return null
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('next')}</h2>
        {data.total > data.items.length && (
          <Link to={`${paths.todo()}?state=upcoming`} className={buttonLook('link')}>
            {t('allTodo', { count: data.total })}
          </Link>
        )}
      </div>
      <ul className="surface-card divide-y divide-line">
        {data.items.map((item) => (
          <li key={item.activity_id} className="flex items-baseline justify-between gap-3 px-3.5 py-2.5">
            <span className="min-w-0">
              <span className="line-clamp-2 text-body font-medium break-words">{item.title}</span>
              <span className="block truncate text-caption text-text-3">{item.course_name}</span>
            </span>
            <span className="tabular shrink-0 text-small text-text-2">{item.start_time && near(item.start_time)}</span>
          </li>
        ))}
      </ul>
    </section>
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
        {watching.map((video) => (
          <VideoRow key={video.activity_id} video={video} course={courses?.items.find(({ id }) => id === video.course_id)} />
        ))}
      </ul>
    </section>
  )
}

function VideoRow({ video, course }: { video: Watching; course: MyCourse | undefined }) {
  const t = useTexts('home')
  const minutesLeft = Math.round(((video.video_duration ?? 0) * (100 - video.percent)) / 6000)
  return (
    <li className="relative flex items-center gap-3 p-3.5 hover:bg-hover">
      <span className="relative shrink-0">
        <CourseCover {...coverOf(course ?? { id: video.course_id })} className="h-[60px] w-[104px] rounded-tile" />
        <span
          aria-hidden
          className="absolute inset-0 m-auto flex size-7 items-center justify-center rounded-full bg-[rgb(23_26_26/.72)] text-[#fff]"
        >
          <Play size={14} fill="currentColor" strokeWidth={0} />
        </span>
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={paths.activity(video.course_id, video.activity_id)}
          data-action="activity.open"
          className="stretched line-clamp-2 text-body font-medium break-words"
        >
          {video.title}
        </Link>
        <p className="truncate text-caption text-text-3">{course?.name}</p>
        <ProgressBar className="mt-1.5" thin label={t('progressIn', { name: video.title })} value={video.percent} />
        <p className="tabular mt-1 text-caption text-text-2">
          {minutesLeft > 0 ? t('minutesLeft', { count: minutesLeft }) : t('almostDone')}
        </p>
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
        <LatestNotifications />
      </Region>
    </section>
  )
}
