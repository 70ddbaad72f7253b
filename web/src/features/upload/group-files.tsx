// Files of a sharing group.
import { ChevronRight, Download, Ellipsis, Share2, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { dateTime } from '../../ui/format.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { useFileColumns } from '../../parts/base/files/file-columns.tsx'
import type { FileItem } from '../../parts/base/files/files-query.ts'
import { FileState } from '../../parts/base/files/file-state.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { TableScreen } from '../../parts/base/table/table-screen.tsx'
import { canView, downloadHref } from '../../parts/base/files/files-view.tsx'

type Group = Answer<'GET /api/resource-groups/:id'>
const reads = ['GET /api/resource-groups/:id/files', 'GET /api/resource-groups/:id', 'GET /api/resource-groups'] as const

/** Folders can be opened; instead of its uses, each file shows who shared it and when. */
export function GroupFiles({ group, manages }: { group: Group; manages: boolean }) {
  const t = useTexts('upload')
  const me = useMe()
  const list = usePaged(
    ({ page, size, find, filters }) =>
      query('GET /api/resource-groups/:id/files', {
        params: { id: group.id },
        query: {
          page,
          page_size: size,
          ...(filters.folder && { parent_id: filters.folder }),
          ...(find && { conditions: JSON.stringify({ keyword: find }) }),
        },
      }),
    { filters: ['folder'] },
  )
  type Share = (typeof list.items)[number]
  const folder = list.filters.folder
  const openFolder = (id: string | undefined) => list.change({ find: '', filters: { folder: id } }, false)
  const unshare = async (upload: string, name: string) => {
    try {
      await call('DELETE /api/resource-groups/:id/files/:upload_id', { params: { id: group.id, upload_id: upload } })
      const shareAgain = () =>
        void call('POST /api/resource-groups/:id/files', { params: { id: group.id }, body: { upload_ids: [upload] } }).then(() =>
          invalidate(...reads),
        )
      const isMine = list.items.find((share) => share.upload.id === upload)?.upload.created_by_id === me.id
      toast({ text: t('unshared', { name }), ...(isMine && { undo: shareAgain }) })
      await invalidate(...reads)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const viewer = useViewer()
  const shares = new Map(list.items.map((share) => [share.upload.id, share]))
  const menu = (file: FileItem) => {
    const isMine = file.created_by_id === me.id
    const off = file.allow_download || isMine ? undefined : t('notForDownload')
    const items = [
      ...(file.is_folder
        ? []
        : [{ label: t('download'), icon: Download, href: downloadHref(file), off, action: 'upload.download' as const }]),
      ...(!folder && (isMine || manages) ? [{ label: t('unshare'), icon: X, onSelect: () => void unshare(file.id, file.name) }] : []),
    ]
    if (items.length === 0) return null
    return (
      <Menu
        align="end"
        trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: file.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[{ items }]}
      />
    )
  }
  const fileColumns = useFileColumns({
    open: (file) => {
      if (file.is_folder) return () => openFolder(file.id)
      return canView(file) ? () => viewer.open(list.items.map((share) => share.upload).filter(canView), file.id) : undefined
    },
    state: (file) => {
      const share = shares.get(file.id)
      if (folder || !share || share.audit_status === 'agree') return <FileState file={file} />
      return (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Chip tone={share.audit_status === 'reject' ? 'bad' : 'warn'}>{t(`status.${share.audit_status}`)}</Chip>
          {share.audit_status === 'wait' && share.added_at && (
            <span className="text-small wrap-anywhere text-text-2">{t('addedSince', { time: dateTime(share.added_at) })}</span>
          )}
          {share.reason && <span className="text-small wrap-anywhere text-text-2">{share.reason}</span>}
        </span>
      )
    },
    changed: {
      head: t('sharedBy'),
      text: ({ id }) => `${shares.get(id)?.shared_by.name ?? ''} · ${dateTime(shares.get(id)?.shared_at ?? '')}`,
    },
    menu,
  })
  const columns = fileColumns.map(({ cell, text, ...column }) => ({
    ...column,
    cell: ({ upload }: Share) => cell(upload),
    ...(text && { text: ({ upload }: Share) => text(upload) }),
  }))
  const nothing = <Empty title={t(folder ? 'emptyFolder' : 'nothingShared')} {...(!folder && { text: t('nothingSharedText') })} />
  return (
    <>
      {viewer.window}
      <TableScreen<Share>
        name="group-files"
        caption={group.name}
        list={list}
        columns={columns}
        rowKey={({ upload }) => upload.id}
        heading={
          <nav aria-label={t('path')} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 text-body">
            {folder && list.data && (
              <>
                <button type="button" className="min-h-6 text-accent-text hover:underline" onClick={() => openFolder(undefined)}>
                  {t('files')}
                </button>
                {list.data.path.map((ancestor) => (
                  <span key={ancestor.id} className="flex items-center gap-1.5">
                    <ChevronRight aria-hidden size={14} className="text-text-3" />
                    <button type="button" className="min-h-6 hover:underline" onClick={() => openFolder(ancestor.id)}>
                      {ancestor.name}
                    </button>
                  </span>
                ))}
              </>
            )}
          </nav>
        }
        search={t('findFile')}
        actions={
          group.role && (
            <Link to={paths.resources()} className={buttonLook('primary')}>
              <Share2 aria-hidden size={16} strokeWidth={1.75} />
              {t('shareMine')}
            </Link>
          )
        }
        failedTitle={t('listFailed')}
        empty={nothing}
        nothingFits={list.find ? <Empty title={t('nothingFits')} /> : nothing}
      />
    </>
  )
}
