// Front page of an exam: what it is about, the rules in plain sentences, my attempts, and the way in.
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useOpened } from '../../parts/learning/activity/read-mark.ts'
import { RubricShown, useRubric } from '../../parts/learning/rubrics/rubric-shown.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'
import type { Exam } from './exam.ts'
import { MyAttempts } from './my-attempts.tsx'
import { Rules } from './rules.tsx'

export default function ExamView({ activity: any, teaches }: ViewProps) {
  const activity = any as Exam
  useOpened(activity, !teaches)
  const rubricRead = !useRubric(activity.id).isPending
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      {activity.body && (
        <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
          <ActivityText activity={activity} />
        </article>
      )}
      <RubricShown activity={activity.id} />
      {teaches ? <Rules activity={activity} /> : rubricRead ? <MyAttempts activity={activity} /> : <SkeletonRows rows={3} />}
    </div>
  )
}
