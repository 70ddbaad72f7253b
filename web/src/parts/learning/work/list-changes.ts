// Changes of many submissions at once, and what is said of them afterwards.
import { call } from '../../../client.ts'
import type { Translate } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { sentences } from '../../../ui/format.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Selected } from './list-rows.ts'

/** A toast. */
type Outcome = { text: string; undo?: () => void }

const changed = () => invalidate('GET /api/activities/:id/submissions', 'GET /api/submissions/:id', 'GET /api/tasks')

/** More than the server returns at once become a task, whose progress stands above the list. */
export async function returnWork(activity: string, selected: Selected, rework: boolean, t: Translate<'work'>): Promise<Outcome> {
  const { returned, ids, task } = await call('POST /api/activities/:id/submissions/return', {
    params: { id: activity },
    body: { ...selected, ...(rework && { rework }) },
  })
  await changed()
  if (!task && returned === 0) return { text: t('returnedNone') }
  if (task) return { text: t('returning') }
  if (!rework) return { text: t('returnedCount', { count: returned }) }
  return {
    text: t('returnedRework', { count: returned }),
    undo: () => void takeBack(activity, { ids }, t),
  }
}

/** Takes back returns for rework, and says how many: what was handed in once more meanwhile stays. */
export async function takeBack(activity: string, selected: Selected, t: Translate<'work'>): Promise<void> {
  try {
    const { taken_back, task } = await call('POST /api/activities/:id/submissions/take-back', { params: { id: activity }, body: selected })
    await changed()
    toast({ text: task ? t('takingBack') : taken_back === 0 ? t('takenBackNone') : t('takenBack', { count: taken_back }) })
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
  }
}

/** Without `people` everybody who has not handed in. */
export async function remind(activity: string, people: string[] | undefined, t: Translate<'work'>): Promise<string> {
  const { reminded, lately } = await call('POST /api/activities/:id/submissions/remind', {
    params: { id: activity },
    body: people ? { person_ids: people } : {},
  })
  return sentences(t('reminded', { count: reminded }), lately > 0 && t('remindedLately', { count: lately }))
}
