import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FileItem, filesCalls, foldersIn } from './files-query.ts'

/** Where to: folders one level at a time; what is moved is not offered as its own place. */
export function MoveDialog({
  files,
  course,
  top,
  onClose,
  onDone,
}: {
  files: readonly FileItem[]
  course?: string | undefined
  top: string
  onClose: () => void
  onDone: () => void
}) {
  const t = useTexts('upload')
  const [folder, setFolder] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({ ...foldersIn(folder, course), placeholderData: keepPreviousData })
  const moving = new Set(files.map(({ id }) => id))
  const open = (id: string | undefined) => {
    setFolder(id)
    setFault(undefined)
  }
  const move = async (ids: string[], to: string | null) => call('POST /api/uploads/move', { body: { upload_ids: ids, parent_id: to } })
  const undo = () => {
    // back to where each of them was
    const places = new Map<string | null, string[]>()
    for (const { id, parent_type, parent_id } of files) {
      const to = parent_type === 'course' ? null : parent_id
      places.set(to, [...(places.get(to) ?? []), id])
    }
    void Promise.all([...places].map(([to, ids]) => move(ids, to)))
      .then(() => outdate(...filesCalls))
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
  }
  const act = async () => {
    setBusy(true)
    try {
      await move([...moving], folder ?? null)
      onDone()
      onClose()
      toast({ text: t('moved', { count: files.length }), undo })
      await outdate(...filesCalls)
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
          <Button variant="primary" busy={busy} onClick={() => void act()}>
            {t('moveHere')}
          </Button>
        </>
      }
    >
      <nav aria-label={t('path')} className="flex flex-wrap items-center gap-1 text-small">
        {[{ id: undefined, name: top }, ...(data?.path ?? [])].map((one, at, all) => (
          <span key={one.id ?? ''} className="flex items-center gap-1">
            {at > 0 && <ChevronRight aria-hidden size={14} className="text-text-3" />}
            {at === all.length - 1 ? (
              <span aria-current="true" className="font-semibold break-all">
                {one.name}
              </span>
            ) : (
              <button type="button" className="min-h-6 text-accent-text hover:underline" onClick={() => open(one.id)}>
                {one.name}
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
            .filter(({ id }) => !moving.has(id))
            .map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  onClick={() => open(one.id)}
                  className="flex min-h-10 w-full items-center gap-2.5 rounded-control px-2 text-left text-small hover:bg-hover"
                >
                  <Folder aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
                  <span className="flex-1 break-all">{one.name}</span>
                  <ChevronRight aria-hidden size={16} className="text-text-3" />
                </button>
              </li>
            ))}
          {data.items.every(({ id }) => moving.has(id)) && <li className="py-2 text-small text-text-3">{t('noFolders')}</li>}
        </ul>
      )}
    </Dialog>
  )
}
