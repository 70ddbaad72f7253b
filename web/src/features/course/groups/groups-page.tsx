// Groups of a course, /course/{id}/groups; the chosen set is in the address. Teachers move students, students see their groups and sign up.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../../i18n.ts'
import { isRefusal } from '../../../parts/base/errors/refusal.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useCourse } from '../frame/course-frame.tsx'
import type { Course } from '../frame/queries.ts'
import { setsQuery } from './queries.ts'

const TeacherGroups = lazy(() => import('./teacher-groups.tsx'))
const StudentGroups = lazy(() => import('./student-groups.tsx'))

export default function GroupsPage() {
  const course = useCourse()
  return (
    <div className="p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <Groups course={course} />
      </Suspense>
    </div>
  )
}

function Groups({ course }: { course: Course }) {
  const t = useTexts('groups')
  const { data, error, errorUpdatedAt, refetch } = useQuery(setsQuery(course.id))
  if (!data && isRefusal(error)) return <Refused error={error} />
  if (!data && error) return <ReadFailed title={t('setsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const View = course.can.group ? TeacherGroups : StudentGroups
  return <View course={course} sets={data.items} />
}
