// View of a learning activity: what is asked, and my state in it, which I mark myself.
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/activity/activity-text.tsx'
import { EditText } from '../../parts/activity/edit-text.tsx'
import { cacheMyProgress } from '../../parts/activity/progress-cache.ts'
import { useReadMark } from '../../parts/activity/read-mark.ts'
import type { Activity } from '../../parts/course/content.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { date, dateTime } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ViewProps } from '../definition.ts'

export default function LearningActivityView({ activity, teaches }: ViewProps) {
  const t = useTexts('learning-activity')
  useReadMark(activity)
  return (
    <div className="max-w-[calc(var(--measure)+64px)] space-y-3.5 max-tablet:pt-4">
      {teaches && <EditText activity={activity} />}
      <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
        {activity.points && <p className="tabular mb-3 text-small text-text-2">{t('points', { points: activity.points })}</p>}
        <ActivityText activity={activity} />
      </article>
      {!teaches && <State activity={activity} />}
    </div>
  )
}

/** One sentence, with a button where the state is mine to say; nothing where reading is all that is asked. */
function State({ activity }: { activity: Activity }) {
  const t = useTexts('learning-activity')
  const say = useTexts('kinds')
  const [busy, setBusy] = useState(false)
  const { id, my, due_time: due, completion_criterion } = activity
  const { kind } = completion_criterion
  if (kind !== 'submitted' && kind !== 'by_hand') return null
  const mark = async (done: boolean) => {
    setBusy(true)
    try {
      cacheMyProgress(activity, await call('POST /api/activities/:id/done', { params: { id }, body: { done } }))
    } catch (error) {
      toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
  }
  const open = () => {
    if (!due) return t('open')
    return Date.parse(due) < Date.now() ? t('late', { when: dateTime(due) }) : t('openUntil', { when: dateTime(due) })
  }
  const sentence =
    kind === 'by_hand'
      ? t(my.completed ? 'doneByHand' : 'openByHand')
      : my.completed
        ? t('done', { date: date(my.completed_at ?? Date.now()) })
        : open()
  return (
    <section aria-label={t('state')} className="surface-card flex flex-wrap items-center gap-3 p-4">
      <StatusMark state={my.completed ? 'done' : 'open'} label={say(my.completed ? 'done' : 'notDone')} />
      <p role="status" className="min-w-0 flex-1 basis-60 text-body">
        {sentence}
      </p>
      {kind === 'submitted' &&
        (my.completed ? (
          <Button variant="quiet" busy={busy} action="activity.undone" onClick={() => void mark(false)}>
            {t('unmark')}
          </Button>
        ) : (
          <Button variant="primary" icon={Check} busy={busy} action="activity.done" onClick={() => void mark(true)}>
            {t('mark')}
          </Button>
        ))}
    </section>
  )
}
