// The gradebook of who teaches: read here, with its skeleton, refusal, failure and empty state; gradebook.tsx shows it.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Forbidden } from '../../../parts/base/errors/forbidden.tsx'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { gradebookQuery } from '../../../parts/learning/scores/queries.ts'
import { paths } from '../../../paths.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'

const load = () => import('./gradebook.tsx')
const GradebookView = lazy(load)

export default function TeacherScores({ course, tools }: { course: Course; tools: HTMLElement | null }) {
  const t = useTexts('scores')
  const { data, error, errorUpdatedAt, refetch } = useQuery(gradebookQuery(course.id))
  void load()
  const padded = 'p-6 max-tablet:p-4'
  if (!data && error instanceof CallFailed && error.status === 403)
    return (
      <div className="px-4">
        <Forbidden title={t('notAllowed')} text={t('notAllowedText')} />
      </div>
    )
  if (!data && error)
    return (
      <div className={padded}>
        <ReadFailed title={t('bookFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className={padded}>
        <SkeletonRows rows={6} />
      </div>
    )
  if (data.students.length === 0)
    return (
      <div className={padded}>
        <Empty title={t('noStudents')} text={t('noStudentsText')}>
          <Link to={paths.members(course.id)} className={buttonLook('secondary')}>
            {t('toMembers')}
          </Link>
        </Empty>
      </div>
    )
  return (
    <Suspense
      fallback={
        <div className={padded}>
          <SkeletonRows rows={6} />
        </div>
      }
    >
      <GradebookView course={course} data={data} tools={tools} />
    </Suspense>
  )
}
