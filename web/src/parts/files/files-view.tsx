// The files and folders of a person or a course, with search, filters, sorting and paging by the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FolderInput, Link2, Pencil, Share2, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../errors/read-failed.tsx'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeleteFiles } from './delete-files.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { DropZone, useFileChooser, useDropAnywhere } from '../uploads/drop-zone.tsx'
import { FileState, FileUses } from './file-state.tsx'
import { FilesBar } from './files-bar.tsx'
import { type FileItem, filesCalls, filesQuery, isFiltered, useFileListRequest } from './files-query.ts'
import { FilesTable } from './files-table.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { placementOf } from '../uploads/folder-upload.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useAddFiles } from '../uploads/use-add-files.tsx'
import { FileUsesDialog } from './file-uses.tsx'

type OpenDialog = { what: 'folder' } | { what: 'rename' | 'uses'; file: FileItem } | { what: 'move' | 'share'; files: readonly FileItem[] }

export function FilesView({ title, course, mayEdit = true }: { title: string; course?: string; mayEdit?: boolean }) {
  const t = useTexts('upload')
  const [request, change] = useFileListRequest()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<OpenDialog>()
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...filesQuery(request, course),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((file) => file.status === 'processing') ? 5000 : false),
  })
  const viewer = useViewer()
  const clear = () => setPicked(new Set())
  const deleting = useDeleteFiles(clear)
  const path = request.folder ? (data?.path ?? []) : []
  const { add, dialogs, largest } = useAddFiles({ course, folder: request.folder }, path.length)
  const ignore = async () => {}
  const isDragOver = useDropAnywhere(mayEdit ? add : ignore)
  const { chooseFiles, chooseFolder, inputs } = useFileChooser(add)
  useEffect(() => {
    // a page beyond the data goes to page 1
    if (data && !isPlaceholderData && request.page > 1 && request.page > data.pages) change({ page: 1 })
  })
  const pickedFiles = data?.items.filter(({ id }) => picked.has(id)) ?? []
  const open = (file: FileItem) => {
    if (!file.is_folder) return viewer.open((data?.items ?? []).filter(canView), file.id)
    clear()
    change({ folder: file.id, keyword: '', types: [] })
  }
  const close = () => setOpened(undefined)
  const rootName = course ? title : t('myFiles')

  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <FilesBar
        title={title}
        section={course !== undefined}
        path={path}
        request={request}
        change={(changes) => {
          clear()
          change(changes)
        }}
        busy={isPlaceholderData}
        editing={mayEdit ? { onFolder: () => setOpened({ what: 'folder' }), onUpload: chooseFiles } : undefined}
      />
      {error && !data ? (
        <ReadFailed title={t('listFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        isFiltered(request) ? (
          <Empty title={t('nothingFits')}>
            <Button onClick={() => change({ keyword: '', types: [], status: undefined } as never)}>{t('clearFilter')}</Button>
          </Empty>
        ) : (
          <Empty title={t(request.folder ? 'emptyFolder' : 'noFiles')} text={t(course ? 'noCourseFilesText' : 'noFilesText')} />
        )
      ) : (
        <FilesTable
          caption={path.at(-1)?.name ?? title}
          files={data.items}
          {...(mayEdit && { picked, onPick: setPicked })}
          sort={{ by: request.sort, down: request.down, onSort: (sort, down) => change({ sort, down }) }}
          onOpen={open}
          canOpen={(file) => file.is_folder || canView(file)}
          state={(file) => <FileState file={file} />}
          {...(mayEdit && { used: (file: FileItem) => <FileUses file={file} onShow={() => setOpened({ what: 'uses', file })} /> })}
          menu={(file) => (
            <FileMenu file={file} mayEdit={mayEdit} mine={!course} onOpen={setOpened} onDelete={() => deleting.remove([file])} />
          )}
        />
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={data.page_size}
          total={data.total}
          onChange={(page, size) => {
            clear()
            change({ page, size })
          }}
        />
      )}
      {mayEdit && <DropZone isDragOver={isDragOver} largest={largest} onFiles={chooseFiles} onFolder={chooseFolder} />}
      {inputs}
      {pickedFiles.length > 0 && (
        <SelectionBar
          count={pickedFiles.length}
          onClear={clear}
          acts={[
            { label: t('move'), icon: FolderInput, run: () => setOpened({ what: 'move', files: pickedFiles }) },
            ...(course ? [] : [{ label: t('share'), icon: Share2, run: () => setOpened({ what: 'share', files: pickedFiles }) }]),
            { label: t('delete'), icon: Trash2, run: () => deleting.remove(pickedFiles) },
          ]}
        />
      )}
      {viewer.window}
      {dialogs}
      {deleting.dialog}
      {opened?.what === 'folder' && (
        <NameDialog
          title={t('newFolder')}
          label={t('folderName')}
          act={t('create')}
          onClose={close}
          onSave={async (name) => {
            await call('POST /api/uploads', { body: { name, is_folder: true, ...placementOf({ course, folder: request.folder }) } })
            await invalidate(...filesCalls)
          }}
        />
      )}
      {opened?.what === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('name')}
          act={t('save')}
          start={opened.file.name}
          onClose={close}
          onSave={async (name) => {
            const { id, name: previous } = opened.file
            await call('PUT /api/uploads/:id', { params: { id }, body: { name } })
            const undo = () =>
              void call('PUT /api/uploads/:id', { params: { id }, body: { name: previous } }).then(() => invalidate(...filesCalls))
            toast({ text: t('renamed', { name }), undo })
            await invalidate(...filesCalls)
          }}
        />
      )}
      {opened?.what === 'uses' && <FileUsesDialog file={opened.file} onClose={close} />}
      {opened?.what === 'move' && <MoveDialog files={opened.files} course={course} rootName={rootName} onClose={close} onDone={clear} />}
      {opened?.what === 'share' && <ShareDialog files={opened.files} onClose={close} onDone={clear} />}
    </div>
  )
}

/** Whether the viewer can show the file: its bytes are stored. */
export const canView = (file: FileItem) => !file.is_folder && (file.status === 'ready' || file.playable)

export const downloadHref = (file: FileItem) => `/api/uploads/${file.id}/blob?scope=${currentScope()?.org ?? ''}`

function FileMenu({
  file,
  mayEdit,
  mine,
  onOpen,
  onDelete,
}: {
  file: FileItem
  mayEdit: boolean
  mine: boolean
  onOpen: (opened: OpenDialog) => void
  onDelete: () => void
}) {
  const t = useTexts('upload')
  const offReason = file.reason === 'upload.waiting' ? t('notThereYet') : !mayEdit && !file.allow_download ? t('notForDownload') : undefined
  const allow = () =>
    void call('PUT /api/uploads/:id', { params: { id: file.id }, body: { allow_download: !file.allow_download } }).then(() =>
      invalidate(...filesCalls),
    )
  return (
    <Menu
      align="end"
      trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: file.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
      groups={[
        ...(file.is_folder
          ? []
          : [
              {
                items: [
                  { label: t('download'), icon: Download, href: downloadHref(file), off: offReason, action: 'upload.download' as const },
                  ...(mayEdit ? [{ label: t('whereUsed'), icon: Link2, onSelect: () => onOpen({ what: 'uses', file }) }] : []),
                  ...(mayEdit && !mine ? [{ label: t('mayDownload'), current: file.allow_download, onSelect: allow }] : []),
                ],
              },
            ]),
        ...(mayEdit
          ? [
              {
                items: [
                  { label: t('rename'), icon: Pencil, onSelect: () => onOpen({ what: 'rename', file }) },
                  { label: t('move'), icon: FolderInput, onSelect: () => onOpen({ what: 'move', files: [file] }) },
                  ...(mine ? [{ label: t('share'), icon: Share2, onSelect: () => onOpen({ what: 'share', files: [file] }) }] : []),
                ],
              },
              { items: [{ label: t('delete'), icon: Trash2, danger: true, onSelect: onDelete }] },
            ]
          : []),
      ]}
    />
  )
}
