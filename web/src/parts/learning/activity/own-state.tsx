// My state in an activity that I mark as done myself, or that an instructor marks. Its texts are `learning-activity`.
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { date, dateTime } from '../../../ui/format.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Activity } from '../course/content.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { cacheMyProgress } from './progress-cache.ts'

/** One sentence, with a button where the state is mine to say; nothing where reading is all that is asked. */
export function OwnState({ activity }: { activity: Activity }) {
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
