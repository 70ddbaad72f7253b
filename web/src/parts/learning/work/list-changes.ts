// Changes of many submissions at once, and what is said of them afterwards.
import { call } from '../../../client.ts'
import type { Translate } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { sentences } from '../../../ui/format.ts'
import type { Selected } from './list-rows.ts'

const changed = () => invalidate('GET /api/activities/:id/submissions', 'GET /api/tasks')

/** More than the server returns at once become a task, whose progress stands above the list. */
export async function returnWork(activity: string, selected: Selected, rework: boolean, t: Translate<'work'>): Promise<string> {
  const { returned, task } = await call('POST /api/activities/:id/submissions/return', {
    params: { id: activity },
    body: { ...selected, ...(rework && { rework }) },
  })
  await changed()
  if (!task && returned === 0) return t('returnedNone')
  return task ? t('returning') : t(rework ? 'returnedRework' : 'returnedCount', { count: returned })
}

/** Without `people` everybody who has not handed in. */
export async function remind(activity: string, people: string[] | undefined, t: Translate<'work'>): Promise<string> {
  const { reminded, lately } = await call('POST /api/activities/:id/submissions/remind', {
    params: { id: activity },
    body: people ? { person_ids: people } : {},
  })
  return sentences(t('reminded', { count: reminded }), lately > 0 && t('remindedLately', { count: lately }))
}
