// The dialog that lists a shared folder for its review: folders below open in it, files in the viewer.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { fileLook } from '../../../parts/base/files/file-icons.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { bytes } from '../../../ui/format.ts'
import { Tile } from '../../../ui/marks/chip.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useViewer } from '../../../viewer/use-viewer.tsx'
import type { SharedFile } from './decisions.ts'

/** Files of a page. */
const shown = 50

export default function FolderDialog({ file, onClose }: { file: SharedFile; onClose: () => void }) {
  const t = useTexts('sharing')
  const [at, setAt] = useState({ folder: file.upload.id, page: 1 })
  const viewer = useViewer()
  const list = useQuery({
    ...query('GET /api/resource-groups/:id/files', {
      params: { id: file.group.id },
      query: { parent_id: at.folder, page: at.page, page_size: shown },
    }),
    placeholderData: keepPreviousData,
  })
  const uploads = list.data?.items.map(({ upload }) => upload) ?? []
  const viewable = uploads.filter(({ is_folder, status }) => !is_folder && status === 'ready')
  const path = list.data?.path ?? []
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        width={560}
        title={t('inFolder', { name: file.upload.name ?? t('unnamed') })}
        description={t('folderText')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('done')}
          </Button>
        }
      >
        {path.length > 1 && (
          <div className="mb-2 flex flex-wrap items-center gap-1 text-small">
            {path.slice(0, -1).map(({ id, name }) => (
              <Button key={id} size="sm" variant="quiet" onClick={() => setAt({ folder: id, page: 1 })}>
                {name}
              </Button>
            ))}
            <span className="font-medium wrap-anywhere">{path.at(-1)?.name}</span>
          </div>
        )}
        {list.error && !list.data ? (
          <ReadFailed title={t('folderFailed')} error={list.error} at={list.errorUpdatedAt} onRetry={() => void list.refetch()} />
        ) : !list.data ? (
          <SkeletonRows rows={3} />
        ) : (
          <ul className="min-h-32 divide-y divide-line" aria-busy={list.isPlaceholderData}>
            {uploads.map((upload) => {
              const { icon, tone } = fileLook(upload.type)
              const open = upload.is_folder
                ? () => setAt({ folder: upload.id, page: 1 })
                : viewable.includes(upload)
                  ? () => viewer.open(viewable, upload.id)
                  : undefined
              return (
                <li key={upload.id} className="flex min-h-11 items-center gap-2.5 py-1">
                  <Tile tone={tone} icon={icon} size={30} />
                  <span className="min-w-0 wrap-anywhere">
                    {open ? (
                      <button
                        type="button"
                        aria-label={t('openOf', { name: upload.name })}
                        className="text-left font-medium hover:underline"
                        onClick={open}
                      >
                        {upload.name}
                      </button>
                    ) : (
                      <span className="font-medium">{upload.name}</span>
                    )}
                    <span className="tabular block text-caption text-text-3">
                      {upload.is_folder ? t('items', { count: upload.item_count ?? 0 }) : bytes(upload.size)}
                    </span>
                  </span>
                </li>
              )
            })}
            {uploads.length === 0 && <li className="py-1 text-small text-text-2">{t('emptyFolder')}</li>}
          </ul>
        )}
        {(list.data?.pages ?? 1) > 1 && (
          <div className="mt-2 flex justify-end gap-2">
            {at.page > 1 && (
              <Button size="sm" onClick={() => setAt({ ...at, page: at.page - 1 })}>
                {t('earlier')}
              </Button>
            )}
            {at.page < (list.data?.pages ?? 1) && (
              <Button size="sm" onClick={() => setAt({ ...at, page: at.page + 1 })}>
                {t('further')}
              </Button>
            )}
          </div>
        )}
      </Dialog>
      {viewer.window}
    </>
  )
}
