// Deletion of files: at once with undo where nothing uses them; else their uses are shown first.
import { type ReactNode, useState } from 'react'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { filesCalls, type FileItem, restore } from './files-query.ts'
import { FileUseList, type UsedFile } from './file-uses.tsx'

const showError = (error: unknown) => toast({ text: problemText(error), error: true })

export function useDeleteFiles(onDone: () => void): { remove: (files: readonly FileItem[]) => void; dialog: ReactNode } {
  const t = useTexts('upload')
  const [filesInUse, setFilesInUse] = useState<readonly FileItem[]>()
  const undo = (ids: string[]) =>
    void restore(ids)
      .then(() => invalidate(...filesCalls))
      .catch(showError)

  const deleteFiles = async (files: readonly FileItem[], force: boolean) => {
    const ids = files.map(({ id }) => id)
    try {
      await call('POST /api/uploads/delete', { body: { upload_ids: ids, ...(force && { force }) } })
      setFilesInUse(undefined)
      onDone()
      const restorable = files.filter((file) => file.is_folder || file.reason !== 'upload.waiting').map(({ id }) => id)
      const text = files.length === 1 ? t('deletedOne', { name: files[0]?.name ?? '' }) : t('deletedSome', { count: files.length })
      toast({ text, ...(restorable.length && { undo: () => undo(restorable) }) })
      await invalidate(...filesCalls)
    } catch (error) {
      if (!force && error instanceof CallFailed && error.problem.code === 'upload.inUse') setFilesInUse(files)
      else showError(error)
    }
  }
  const dialog = filesInUse && (
    <DeleteUsed files={filesInUse} onDelete={() => deleteFiles(filesInUse, true)} onClose={() => setFilesInUse(undefined)} />
  )
  return { remove: (files) => void deleteFiles(files, false), dialog }
}

type DeleteUsedProps = { files: readonly UsedFile[]; onDelete: () => Promise<unknown>; onClose: () => void }

/** The question before the deletion of files that are in use, with their uses. `onDelete` shows its errors and closes the dialog. */
export function DeleteUsed({ files, onDelete, onClose }: DeleteUsedProps) {
  const t = useTexts('upload')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.length === 1 ? t('deleteAsk', { name: files[0]?.name ?? '' }) : t('deleteSomeAsk', { count: files.length })}
      description={t('deleteUsed')}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t('keep')}
          </Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void onDelete().finally(() => setBusy(false))
            }}
          >
            {t('deleteAnyway')}
          </Button>
        </>
      }
    >
      {files.map((file) => (
        <FileUseList key={file.id} file={file} named={files.length > 1} />
      ))}
    </Dialog>
  )
}
