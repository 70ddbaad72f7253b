// /course/{courseId}/learning-activity#/exam/{examId}: a running attempt in a frame of its own. Without one its front page is shown, where it is
// begun. An attempt is open in one tab at a time.
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/learning/activity/queries.ts'
import { dropCopiesOf } from '../../parts/learning/attempts/exam-copy.ts'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Bone } from '../../ui/states.tsx'
import { Taking } from './taking/taking.tsx'
import type { Head } from './taking/use-taking.ts'
import { useOneTab } from '../../parts/learning/attempts/use-one-tab.ts'

export default function ExamPage() {
  const { id = '', examId = '' } = useParams()
  const t = useTexts('exam')
  return (
    <Region whole at={examId} title={t('failed')} skeleton={<Skeleton />}>
      <Exam key={examId} course={id} id={examId} />
    </Region>
  )
}

function Exam({ course: courseId, id }: { course: string; id: string }) {
  const t = useTexts('exam')
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  const attempts = useQuery({
    ...query('GET /api/activities/:id/my-attempts', { params: { id } }),
    throwOnError: nothingToShow,
  })
  // the attempt that was running when the page was opened is written to its end
  const [head, setHead] = useState<Head>()
  const [number, setNumber] = useState(1)
  const running = attempts.data?.running
  if (running && !head) {
    setHead(running)
    setNumber((attempts.data?.attempts ?? []).filter(({ state }) => state !== 'running').length + 1)
  }
  const none = attempts.data && !running && !attempts.isFetching
  const gone = !head && (isRefusal(error) || isRefusal(attempts.error) || (none && !attempts.isStale))
  useEffect(() => {
    if (gone) void dropCopiesOf(id)
  }, [gone, id])
  // what is written goes on whatever a later read answers: an ended session, a lost connection
  if (!head) {
    // closed, locked: the front page says why
    if (isRefusal(error) && error.problem.code.startsWith('activity.') && error.status !== 404)
      return <Navigate to={paths.activity(courseId, id)} replace />
    if (isRefusal(error) || (activity && activity.course_id !== courseId))
      return (
        <div className="px-4">
          <PageTitle title={t('exam')} hidden />
          <Refused error={isRefusal(error) ? error : undefined} />
        </div>
      )
    if (activity && (isRefusal(attempts.error) || none)) return <Navigate to={paths.activity(courseId, id)} replace />
  }
  if (!activity || !head || !attempts.data) return <Skeleton />
  const left = attempts.data.attempts_left
  return (
    <OneTab head={head}>
      <Taking
        key={head.id}
        activity={activity}
        course={course ? course.display_name || course.name : ''}
        head={head}
        live={running?.id === head.id ? running : undefined}
        number={number}
        total={left === null ? null : Math.max(number, attempts.data.attempts.length + left)}
      />
    </OneTab>
  )
}

function OneTab({ head, children }: { head: Head; children: ReactNode }) {
  const t = useTexts('exam')
  const tab = useOneTab(head.id)
  if (tab.mine) return children
  if (tab.waiting) return <Skeleton />
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-12">
      <Copy aria-hidden size={28} strokeWidth={1.75} className="mb-3 text-text-3" />
      <PageTitle title={t('otherTab')} />
      <p className="mt-1 text-body">{t('otherTabText')}</p>
      <Button variant="primary" className="mt-4" onClick={tab.take}>
        {t('goOnHere')}
      </Button>
    </div>
  )
}

const Skeleton = () => (
  <div className="late">
    <div className="flex min-h-14 items-center gap-4 border-b border-line bg-surface px-5">
      <Bone className="h-5 w-56" />
    </div>
    <div className="mx-auto max-w-[760px] p-6">
      <Bone className="h-60" />
    </div>
  </div>
)
