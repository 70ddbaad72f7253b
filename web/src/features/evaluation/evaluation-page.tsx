// /course/{courseId}/evaluation?redirect=task/{id}/detail: the evaluation of a task. A teacher sees every work with its parts, a student their own
// and the works that they review.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { activityHref } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/learning/activity/queries.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { MyEvaluation } from './my-evaluation.tsx'
import { taskIn } from './task-in.ts'
import { TaskEvaluation } from './task-evaluation.tsx'

export default function EvaluationPage() {
  const { id = '' } = useParams()
  const t = useTexts('evaluation')
  const task = taskIn(useSearchParams()[0].get('redirect'))
  if (!task)
    return (
      <div className="p-6">
        <PageTitle title={t('title')} hidden />
        <Empty title={t('noTask')} text={t('noTaskText')}>
          <Link to={paths.content(id)} className={buttonLook('secondary')}>
            {t('toCourse')}
          </Link>
        </Empty>
      </div>
    )
  return (
    <Region whole at={task} title={t('failed')} skeleton={<Skeleton />}>
      <Content course={id} task={task} />
    </Region>
  )
}

const Skeleton = () => (
  <div className="p-6">
    <SkeletonRows rows={6} />
  </div>
)

function Content({ course: courseId, task }: { course: string; task: string }) {
  const t = useTexts('evaluation')
  const { data: activity, error } = useQuery({ ...activityQuery(task), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId))
    return (
      <div className="px-4">
        <PageTitle title={t('title')} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  if (!activity || !course) return <Skeleton />
  const handedIn = (activity.settings.work ?? 'none') !== 'none'
  return (
    <>
      <header className="flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5">
        <BackLink to={activityHref(activity)} label={t('back')} />
        <div className="min-w-0 flex-1">
          <PageTitle title={activity.title} className="truncate font-title text-title font-bold max-tablet:text-section" />
          <p className="text-small text-text-2">{t('title')}</p>
        </div>
      </header>
      <div className="mx-auto w-full max-w-[960px] p-6 pt-4 max-tablet:p-4">
        {!handedIn ? (
          <NothingHandedIn activity={activity} />
        ) : course.can.teach ? (
          <TaskEvaluation activity={activity} />
        ) : (
          <MyEvaluation activity={activity} />
        )}
      </div>
    </>
  )
}

function NothingHandedIn({ activity }: { activity: Activity }) {
  const t = useTexts('evaluation')
  return (
    <Empty title={t('noWork')} text={t('noWorkText')}>
      <Link to={activityHref(activity)} className={buttonLook('secondary')}>
        {t('toTask')}
      </Link>
    </Empty>
  )
}
