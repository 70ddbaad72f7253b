// The deletion of activities, asked for by their rows, their pages and the bar of the selected ones: at once and with an undo; where people have
// work in them, or others wait for them, after a popup that says so.
import { Suspense, useState } from 'react'
import { texts } from '../../../i18n.ts'
import { deleteActivities, type DeletionCheck, readDeletionCheck } from '../course/content-changes.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const DeletionDialog = laterDialog(() => Promise.all([import('./deletion-dialog.tsx'), texts('teaching')]).then(([module]) => module))

export type Titled = { id: string; title: string }
type PendingDeletion = { of: readonly Titled[]; check: DeletionCheck; settled: (deleted: boolean) => void }

/** `before` runs once it is certain that they go. `ask` answers whether they went. */
export function useDeletion(course: string, before?: () => Promise<void>) {
  const [asked, setAsked] = useState<PendingDeletion>()
  const remove = async (of: readonly Titled[]) => {
    await before?.()
    return await deleteActivities(course, of)
  }
  const ask = async (of: readonly Titled[]): Promise<boolean> => {
    try {
      const check = await readDeletionCheck(of.map(({ id }) => id))
      if (check.people + check.required_by_total === 0) return await remove(of)
      return await new Promise<boolean>((settled) => setAsked({ of, check, settled }))
    } catch (error) {
      toast({ text: problemText(error), error: true })
      return false
    }
  }
  const answer = (deleted: boolean) => {
    asked?.settled(deleted)
    setAsked(undefined)
  }
  const dialog = asked && (
    <Suspense>
      <DeletionDialog
        of={asked.of}
        check={asked.check}
        onDelete={async () => answer(await remove(asked.of))}
        onClose={() => answer(false)}
      />
    </Suspense>
  )
  return { ask, dialog }
}
