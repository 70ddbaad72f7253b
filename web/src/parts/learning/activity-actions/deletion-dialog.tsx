// Popup before activities are deleted: who has work in them, what no longer waits for them, and that they can be brought back.
import { CircleCheck, FileCheck, History, LockOpen, Users } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { list } from '../../../ui/format.ts'
import { type Change, ChangesDialog } from '../course/changes-dialog.tsx'
import type { DeletionCheck } from '../course/content-changes.ts'
import type { Titled } from './use-deletion.tsx'

/** The most titles that are written out. */
const named = 3

export default function DeletionDialog({
  of,
  check,
  onDelete,
  onClose,
}: {
  of: readonly Titled[]
  check: DeletionCheck
  onDelete: () => Promise<void>
  onClose: () => void
}) {
  const t = useTexts('teaching')
  const { people, completed, submissions, items, required_by: waiting, required_by_total: freed } = check
  const titles = list(waiting.slice(0, named).map(({ title }) => title))
  const changes: (Change | false)[] = [
    people > 0 && { icon: Users, text: t('deletePeople', { count: people }) },
    completed > 0 && { icon: CircleCheck, text: t('deleteCompleted', { count: completed }) },
    submissions > 0 && { icon: FileCheck, text: t('deleteSubmissions', { count: submissions }) },
    freed > 0 && {
      icon: LockOpen,
      text: freed > named ? t('deleteFreesMany', { count: freed, titles }) : t('deleteFrees', { count: freed, titles }),
    },
    { icon: History, text: t('deleteRestorable') },
  ]
  const [only] = of
  return (
    <ChangesDialog
      danger
      title={of.length === 1 && only ? t('deleteAsk', { title: only.title }) : t('deleteAskMany', { count: of.length })}
      changes={changes.filter((change) => typeof change === 'object')}
      confirm={t('deleteThem')}
      onConfirm={async () => void (await onDelete())}
      onClose={onClose}
    >
      {of.length > 1 && items.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-tile border border-line text-small">
          {items.map(({ id, title, people: count }) => (
            <li key={id} className="flex justify-between gap-3 px-3 py-1.5">
              <span className="min-w-0 truncate">{title}</span>
              <span className="tabular shrink-0 text-text-2">{t('deletePeopleOf', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </ChangesDialog>
  )
}
