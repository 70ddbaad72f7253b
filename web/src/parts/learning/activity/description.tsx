// The description of an activity, below its files or its film; nothing where it has none.
import { lazy, Suspense } from 'react'
import { SkeletonText } from '../../../ui/states.tsx'
import type { Activity } from '../course/content.ts'

const ActivityText = lazy(() => import('./activity-text.tsx').then((module) => ({ default: module.ActivityText })))

export function Description({ activity }: { activity: Activity }) {
  if (!activity.body.trim()) return null
  return (
    <div className="max-w-(--measure) text-body text-text-2 max-tablet:px-4">
      <Suspense fallback={<SkeletonText lines={2} />}>
        <ActivityText activity={activity} />
      </Suspense>
    </div>
  )
}
