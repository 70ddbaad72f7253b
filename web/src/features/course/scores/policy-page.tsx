// Rules of a course's scores, /course/{id}/score/settings: how results follow from scores. Before anything is saved the page shows whose result changes.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { Forbidden } from '../../../parts/base/errors/forbidden.tsx'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { gradebookQuery } from '../../../parts/learning/scores/queries.ts'
import { useDocumentTitle } from '../../../parts/base/page/page-title.tsx'
import { paths } from '../../../paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useCourse } from '../frame/course-frame.tsx'
import { RulesForm } from './rules-form.tsx'

export default function PolicyPage() {
  const course = useCourse()
  const t = useTexts('score-rules')
  useDocumentTitle(`${t('title')} · ${course.display_name || course.name}`)
  const writes = course.can.score && !course.simulating
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...gradebookQuery(course.id), enabled: writes })
  if (!writes)
    return (
      <div className="px-4">
        <Forbidden title={t('notAllowed')} text={t('notAllowedText')} />
      </div>
    )
  return (
    <div className="max-w-[860px] px-6 pt-4 pb-24 max-tablet:px-4">
      <Link to={paths.courseScore(course.id)} className="inline-flex min-h-6 items-center text-small text-accent-text hover:underline">
        {t('toBook')}
      </Link>
      {error && !data ? (
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <RulesForm course={course} book={data} />
      )}
    </div>
  )
}
