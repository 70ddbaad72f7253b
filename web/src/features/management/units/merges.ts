// Merges of departments that are taken back.
import { call } from '../../../client.ts'
import { texts, translate } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { refreshPeople } from '../people/people.ts'

/** Says what has come back, and what stays since it was moved after the merge. */
export async function takeBack(id: string): Promise<void> {
  await texts('management-lists', 'errors')
  try {
    const { department, people, stayed } = await call('POST /api/departments/:id/unmerge', { params: { id } })
    const text = translate('management-lists', 'unmerged', { name: department.name, count: people })
    toast({ text: stayed > 0 ? `${text} ${translate('management-lists', 'unmergedStay', { count: stayed })}` : text })
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
  }
  await Promise.all([refreshPeople(), invalidate('GET /api/departments/merges')])
}
