// Deleting: at once with a way back where nothing uses it; else its references are shown first.
import { type ReactNode, useState } from 'react'
import { CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { filesCalls, type FileItem, restore } from './files-query.ts'
import { Uses } from './uses.tsx'

const fail = (error: unknown) => toast({ text: problemText(error), error: true })

export function useDeleting(onDone: () => void): { remove: (files: readonly FileItem[]) => void; dialog: ReactNode } {
  const t = useTexts('upload')
  const [used, setUsed] = useState<readonly FileItem[]>()
  const [busy, setBusy] = useState(false)
  const undo = (ids: string[]) =>
    void restore(ids)
      .then(() => outdate(...filesCalls))
      .catch(fail)

  const act = async (files: readonly FileItem[], force: boolean) => {
    const ids = files.map(({ id }) => id)
    try {
      await call('POST /api/uploads/delete', { body: { upload_ids: ids, ...(force && { force }) } })
      setUsed(undefined)
      onDone()
      const kept = files.filter((file) => file.is_folder || file.reason !== 'upload.waiting').map(({ id }) => id)
      const text = files.length === 1 ? t('deletedOne', { name: files[0]?.name ?? '' }) : t('deletedSome', { count: files.length })
      toast({ text, ...(kept.length && { undo: () => undo(kept) }) })
      await outdate(...filesCalls)
    } catch (error) {
      if (!force && error instanceof CallFailed && error.problem.code === 'upload.inUse') setUsed(files)
      else fail(error)
    }
  }
  const dialog = used && (
    <Dialog
      open
      onClose={() => setUsed(undefined)}
      title={used.length === 1 ? t('deleteAsk', { name: used[0]?.name ?? '' }) : t('deleteSomeAsk', { count: used.length })}
      description={t('deleteUsed')}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={() => setUsed(undefined)}>
            {t('keep')}
          </Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void act(used, true).finally(() => setBusy(false))
            }}
          >
            {t('deleteAnyway')}
          </Button>
        </>
      }
    >
      {used.map((file) => (
        <Uses key={file.id} file={file} named={used.length > 1} />
      ))}
    </Dialog>
  )
  return { remove: (files) => void act(files, false), dialog }
}
