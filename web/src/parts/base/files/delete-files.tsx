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
import { FileUseList } from './file-uses.tsx'

const showError = (error: unknown) => toast({ text: problemText(error), error: true })

export function useDeleteFiles(onDone: () => void): { remove: (files: readonly FileItem[]) => void; dialog: ReactNode } {
  const t = useTexts('upload')
  const [filesInUse, setFilesInUse] = useState<readonly FileItem[]>()
  const [busy, setBusy] = useState(false)
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
    <Dialog
      open
      onClose={() => setFilesInUse(undefined)}
      title={
        filesInUse.length === 1 ? t('deleteAsk', { name: filesInUse[0]?.name ?? '' }) : t('deleteSomeAsk', { count: filesInUse.length })
      }
      description={t('deleteUsed')}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={() => setFilesInUse(undefined)}>
            {t('keep')}
          </Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void deleteFiles(filesInUse, true).finally(() => setBusy(false))
            }}
          >
            {t('deleteAnyway')}
          </Button>
        </>
      }
    >
      {filesInUse.map((file) => (
        <FileUseList key={file.id} file={file} named={filesInUse.length > 1} />
      ))}
    </Dialog>
  )
  return { remove: (files) => void deleteFiles(files, false), dialog }
}
