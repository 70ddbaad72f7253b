// Changes of several people at once: sent, and told with what was refused and a way back; of many people they are a task.
import { call } from '../../../client.ts'
import { texts, translate, translateIfPresent } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { list, sentences } from '../../../ui/format.ts'
import { type BulkChange, refreshPeople } from './people.ts'

export type Which = { ids: string[] } | { conditions: string; except_ids: string[] }
/** `undo` is the change that takes it back, where one is the same for everybody. */
export type PeopleChange = { which: Which; change: BulkChange; undo?: BulkChange | undefined }

/** False: nobody could be changed, and the reason is shown. `onTask` gets the task that does it. */
export async function changePeople({ which, change, undo }: PeopleChange, onTask: (id: string) => void): Promise<boolean> {
  try {
    const { changed, changed_ids: ids, refused, task } = await call('PUT /api/users', { body: { ...which, change } })
    if (task) {
      onTask(task)
      return true
    }
    await Promise.all([refreshPeople(), refused.length > 0 && texts('errors')])
    const [first] = refused
    if (first) {
      const names = refused.flatMap(({ name }) => name || []).slice(0, 3)
      toast({
        text: sentences(
          translate('people', 'someRefused', { count: refused.length }),
          names.length > 0 && list(names),
          translateIfPresent('errors', first.code, first.params as Record<string, string | number>),
        ),
        error: true,
      })
    }
    if (changed === 0 && !first) toast({ text: translate('people', 'alreadySo') })
    if (changed > 0)
      toast({
        text: translate('people', 'changedPeople', { count: changed }),
        ...(undo && { undo: () => void changePeople({ which: { ids }, change: undo }, onTask) }),
      })
    return changed > 0 || !first
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
    return false
  }
}
