// View of a questionnaire: what it is about and its questions; who teaches tries them, and nothing of that is kept.
import { useQuery } from '@tanstack/react-query'
import { Maximize } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { usePaperFiles } from '../../parts/learning/questions/paper-files.ts'
import { TriedPaper } from '../../parts/learning/questions/tried-paper.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'
import { Answering } from './answering.tsx'

export default function QuestionnaireView({ activity, teaches }: ViewProps) {
  const t = useTexts('questionnaire')
  const { id, course_id: course } = activity
  const alone = useLocation().pathname.includes('/full-screen/')
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {activity.body && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          <ActivityText activity={activity} />
        </article>
      )}
      {!alone && (
        <p>
          <Link to={paths.questionnaire(course, id)} className={buttonLook('secondary')}>
            <Maximize aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {t('fullScreen')}
          </Link>
        </p>
      )}
      {teaches ? <Tried activity={id} anonymous={activity.anonymous} /> : <Answering activity={activity} />}
    </div>
  )
}

function Tried({ activity, anonymous }: { activity: string; anonymous: boolean }) {
  const t = useTexts('questionnaire')
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/paper/preview', { params: { id: activity } }),
    refetchOnWindowFocus: false,
  })
  const files = usePaperFiles(activity, data?.upload_ids.join())
  if (error && !data)
    return error instanceof CallFailed && error.status < 500 && error.status > 0 ? (
      <Empty title={error.problem.code === 'paper.empty' ? t('noQuestions') : problemText(error)} />
    ) : (
      <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
    )
  if (!data) return <SkeletonRows />
  return (
    <>
      <Banner tone="note">{t('tried')}</Banner>
      <Privacy anonymous={anonymous} />
      <TriedPaper paper={data} files={files} />
    </>
  )
}

const Privacy = ({ anonymous }: { anonymous: boolean }) => {
  const t = useTexts('questionnaire')
  return <p className="text-body text-text-2">{t(anonymous ? 'isAnonymous' : 'isNamed')}</p>
}
