// Home page: to-do list by day, my courses with progress, activities that open next, videos to continue, latest messages; for teachers also
// drafts and the students' watching.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { CourseCard } from '../../parts/learning/course/course-card.tsx'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { useMe } from '../../session/session.ts'
import { usePainted, useTogether } from '../../device/deferral.ts'
import { looks } from '../../first-look/looks.ts'
import { LatestNotifications } from '../../shell/latest-notifications.tsx'
import { useUnread } from '../../shell/bell.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { today } from '../../ui/dates.ts'
import { dayTitle, gap, near } from '../../ui/format.ts'
import { Bone, Empty, SkeletonRows } from '../../ui/states.tsx'
import { ContinueWatching } from './continue-watching.tsx'
import { CourseProgress } from './course-progress.tsx'
import { greetingOf } from './greeting.ts'
import { homeCourses, homeTodo, myClasses, myLearning, myTeaching } from './queries.ts'
import { RunningClasses } from './running-classes.tsx'
import { dayQuery, NextEntry, Today } from './today.tsx'
import { waitsOf } from './teacher-waits.ts'
import { Drafts, WaitList, WatchedVideos } from './teaching.tsx'
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
            <Today />
            <ComingUp />
            <ContinueWatching />
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
    useQuery(myClasses).isPending,
    useQuery(dayQuery(today())).isPending,
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

function MainColumn() {
  const t = useTexts('home')
  const me = useMe()
  const { data } = useSuspenseQuery(homeCourses)
  // Optional parts: the courses are shown even if these reads fail.
  const { data: todo } = useQuery(homeTodo)
  const teaches = useTeaches()
  const { learned, taught } = useCards(data.items, teaches)
  const unread = useUnread()
  const { data: teaching } = useQuery({ ...myTeaching, enabled: teaches })
  const waits = waitsOf(data.items, taught, teaching?.drafts)
  const greeting = greetingOf(t, { todo, unread })
  return (
    <>
      <Day />
      <p className="min-h-5 text-text-2">
        {greeting.length > 0
          ? greeting.map((sentence, index) => (
              // one that the line cannot hold begins the next
              <Fragment key={sentence}>
                {index > 0 && gap()}
                <span className="inline-block">{sentence}</span>
              </Fragment>
            ))
          : todo && todo.total > 0
            ? t('greetingUndated', { count: todo.total })
            : waits.length === 0 && !teaching?.drafts.length && <NothingWaits />}
      </p>
      <RunningClasses />
      <NextEntry />
      {((todo && todo.total > 0) || waits.length > 0) && (
        <section className="mt-5">
          <div className="mb-2 flex items-baseline justify-between gap-3">
            <h2 className="text-section font-semibold">{t('todo')}</h2>
            {todo && todo.total > 0 && (
              <Link to={paths.todo()} className={buttonLook('link')}>
                {t('allTodo', { count: todo.total })}
              </Link>
            )}
          </div>
          <div className="space-y-3">
            {waits.length > 0 && <WaitList waits={waits} />}
            {todo && todo.total > 0 && <TodoList items={todo.items} urgent />}
          </div>
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
      <WatchedVideos teaches={teaches} />
    </>
  )
}

/** The day. Until the page is painted it is that of the first look, which stands in its place: the first formatter takes a browser 20 ms and more. */
function Day() {
  const [given] = useState(() => document.getElementById('today')?.textContent)
  const painted = usePainted()
  return <PageTitle title={painted || !given ? dayTitle(Date.now()) : given} className={looks.homeTitle} />
}

/** A manager has work elsewhere. */
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

/** Activities that open next. */
function ComingUp() {
  const t = useTexts('home')
  const upcoming = useQuery(homeTodo).data?.upcoming
  if (!upcoming?.items.length) return null
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-section font-semibold">{t('next')}</h2>
        {upcoming.total > upcoming.items.length && (
          <Link to={`${paths.todo()}?state=upcoming`} className={buttonLook('link')}>
            {t('allTodo', { count: upcoming.total })}
          </Link>
        )}
      </div>
      <ul className="surface-card divide-y divide-line">
        {upcoming.items.map((item) => (
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
