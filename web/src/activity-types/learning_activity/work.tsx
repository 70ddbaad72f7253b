// The students of a learning activity for who teaches: who has done it, or what they have handed in.
import { lazy, Suspense } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { date } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { isHandedIn } from './is-handed-in.ts'

const HandedIn = lazy(() =>
  Promise.all([import('../../parts/learning/work/handed-in.tsx'), texts('work', 'teaching', 'tasks', 'rubrics')]).then(
    ([module]) => module,
  ),
)

export default function Work({ activity }: { activity: Activity }) {
  return isHandedIn(activity) ? (
    <Suspense fallback={<SkeletonRows rows={5} />}>
      <HandedIn activity={activity} />
    </Suspense>
  ) : (
    <WhoHasDoneIt activity={activity} />
  )
}

function WhoHasDoneIt({ activity }: { activity: Activity }) {
  const t = useTexts('learning-activity')
  const say = useTexts('kinds')
  // where who teaches says who is done, the table has a column to say it in
  const byHand = activity.completion_criterion.kind === 'by_hand'
  const done = {
    key: 'state',
    head: t('state'),
    cell: ({ completed_at }: { completed_at: string | null }) => (
      <span className="inline-flex items-center gap-2">
        {completed_at && <StatusMark state="done" label={say('done')} size={16} />}
        {completed_at ? say('doneOn', { date: date(completed_at) }) : say('notDone')}
      </span>
    ),
  }
  return <StudentTable activity={activity} title={t('whoHasDoneIt')} columns={() => (byHand ? [] : [done])} />
}
