// The dialog that moves files: folders one level at a time; the moved ones are not offered as targets.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type FileItem, filesCalls, foldersIn } from './files-query.ts'

export function MoveDialog({
  files,
  course,
  rootName,
  onClose,
  onDone,
}: {
  files: readonly FileItem[]
  course?: string | undefined
  rootName: string
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts('upload')
  const [folder, setFolder] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({ ...foldersIn(folder, course), placeholderData: keepPreviousData })
  const movedIds = new Set(files.map(({ id }) => id))
  const open = (id: string | undefined) => {
    setFolder(id)
    setFault(undefined)
  }
  const move = async (ids: string[], parentId: string | null) =>
    call('POST /api/uploads/move', { body: { upload_ids: ids, parent_id: parentId } })
  const undo = () => {
    // back to where each of them was
    const idsByFolder = new Map<string | null, string[]>()
    for (const { id, parent_type, parent_id } of files) {
      const parentId = parent_type === 'course' ? null : parent_id
      idsByFolder.set(parentId, [...(idsByFolder.get(parentId) ?? []), id])
    }
    void Promise.all([...idsByFolder].map(([parentId, ids]) => move(ids, parentId)))
      .then(() => invalidate(...filesCalls))
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
  }
  const moveFiles = async () => {
    setBusy(true)
    try {
      await move([...movedIds], folder ?? null)
      onDone()
      onClose()
      toast({ text: t('moved', { count: files.length }), undo })
      await invalidate(...filesCalls)
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] ?? problemText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={files.length === 1 ? t('moveOne', { name: files[0]?.name ?? '' }) : t('moveSome', { count: files.length })}
      width={560}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void moveFiles()}>
            {t('moveHere')}
          </Button>
        </>
      }
    >
      <nav aria-label={t('path')} className="flex flex-wrap items-center gap-1 text-small">
        {[{ id: undefined, name: rootName }, ...(data?.path ?? [])].map((folder, i, list) => (
          <span key={folder.id ?? ''} className="flex items-center gap-1">
            {i > 0 && <ChevronRight aria-hidden size={14} className="text-text-3" />}
            {i === list.length - 1 ? (
              <span aria-current="true" className="font-semibold break-all">
                {folder.name}
              </span>
            ) : (
              <button type="button" className="min-h-6 text-accent-text hover:underline" onClick={() => open(folder.id)}>
                {folder.name}
              </button>
            )}
          </span>
        ))}
      </nav>
      {fault && (
        <p role="alert" className="mt-1 text-small text-bad-text">
          {fault}
        </p>
      )}
      {error && !data ? (
        <p className="text-small text-bad-text">{problemText(error)}</p>
      ) : !data ? (
        <SkeletonText lines={3} />
      ) : (
        <ul className="mt-1.5 min-h-24 divide-y divide-line">
          {data.items
            .filter(({ id }) => !movedIds.has(id))
            .map((folder) => (
              <li key={folder.id}>
                <button
                  type="button"
                  onClick={() => open(folder.id)}
                  className="flex min-h-10 w-full items-center gap-2.5 rounded-control px-2 text-left text-small hover:bg-hover"
                >
                  <Folder aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
                  <span className="flex-1 break-all">{folder.name}</span>
                  <ChevronRight aria-hidden size={16} className="text-text-3" />
                </button>
              </li>
            ))}
          {data.items.every(({ id }) => movedIds.has(id)) && <li className="py-2 text-small text-text-3">{t('noFolders')}</li>}
        </ul>
      )}
    </Dialog>
  )
}
