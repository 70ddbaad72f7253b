// The menu of a bank as a whole.
import { ArchiveRestore, FileDown, FileUp, Library, MoreHorizontal, Pencil, Plus, Share2, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call, CallFailed } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Bank, banksChanged } from './queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const Rename = laterDialog(() => import('./bank-dialogs.tsx').then(({ RenameBankDialog }) => ({ default: RenameBankDialog })))
const Share = laterDialog(() => import('./share-dialog.tsx'))
const InUse = laterDialog(() => import('./in-use-dialog.tsx'))
const Import = laterDialog(() => withTexts(import('./import-dialog.tsx')))
const Export = laterDialog(() => withTexts(import('./export-dialog.tsx')))

/** A dialog with the texts of files of questions. */
async function withTexts<T>(dialog: Promise<T>): Promise<T> {
  await texts('question-files', 'tasks', 'upload', 'errors')
  return await dialog
}

export function BankMenu({
  bank,
  course,
  onNew,
  onDeleted,
  onGone,
}: {
  bank: Bank
  course: string | undefined
  onNew: () => void
  onDeleted: () => void
  onGone: () => void
}) {
  const t = useTexts('banks')
  const [open, setOpen] = useState<'rename' | 'share' | 'import' | 'export'>()
  const [params] = useSearchParams()
  const folder = params.get('folder')
  const [inUse, setInUse] = useState<unknown>()
  const close = () => setOpen(undefined)
  const edits = bank.role === 'edit'
  const restore = () =>
    call('PUT /api/banks/:id/restore', { params: { id: bank.id } }).then(banksChanged, (failure: unknown) =>
      toast({ text: problemText(failure), error: true }),
    )
  const remove = async () => {
    try {
      await call('DELETE /api/banks/:id', { params: { id: bank.id } })
      toast({ text: t('bankDeleted', { title: bank.title }), undo: () => void restore() })
      onGone()
    } catch (failure) {
      if (failure instanceof CallFailed && failure.problem.code === 'question.inUse') setInUse(failure)
      else toast({ text: problemText(failure), error: true })
    }
    await banksChanged()
  }
  return (
    <>
      <Menu
        align="start"
        trigger={{ kind: 'icon', props: { label: t('bankActions'), icon: MoreHorizontal } }}
        groups={[
          {
            items: [
              { label: t('newBank'), icon: Plus, onSelect: onNew },
              { label: t('deletedBanks'), icon: ArchiveRestore, onSelect: onDeleted },
              ...(course ? [{ label: t('allBanks'), icon: Library, href: paths.ownQuestions() }] : []),
            ],
          },
          {
            items: [
              ...(edits ? [{ label: t('import'), icon: FileUp, onSelect: () => setOpen('import') }] : []),
              { label: t('export'), icon: FileDown, onSelect: () => setOpen('export') },
            ],
          },
          ...(edits
            ? [
                {
                  heading: bank.title,
                  items: [
                    { label: t('rename'), icon: Pencil, onSelect: () => setOpen('rename') },
                    ...(bank.manages
                      ? [
                          { label: t('share'), icon: Share2, onSelect: () => setOpen('share') },
                          { label: t('deleteBank'), icon: Trash2, danger: true, onSelect: () => void remove() },
                        ]
                      : []),
                  ],
                },
              ]
            : []),
        ]}
      />
      <Suspense>
        {open === 'rename' && <Rename bank={bank} onClose={close} />}
        {open === 'import' && <Import bank={bank} folder={folder === 'none' ? null : folder} onClose={close} />}
        {open === 'export' && <Export bank={bank} onClose={close} />}
        {open === 'share' && <Share bank={bank} onClose={close} />}
        {inUse !== undefined && <InUse failure={inUse} onClose={() => setInUse(undefined)} />}
      </Suspense>
    </>
  )
}
