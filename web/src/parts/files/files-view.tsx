// Files and folders of a place: mine, or a course's. Search, filters, sorting, folders and pages stand in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FolderInput, Link2, Pencil, Share2, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CallFailed, call, currentScope } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { timeWithSeconds } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDeleting } from './deleting.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { DropZone, useChoosing, useDropAnywhere } from '../uploads/drop-zone.tsx'
import { FileState, FileUse } from './file-state.tsx'
import { FilesBar } from './files-bar.tsx'
import { type FileItem, filesCalls, filesQuery, isFiltered, useAsked } from './files-query.ts'
import { FilesTable } from './files-table.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { placeOf } from '../uploads/sending.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useAdding } from '../uploads/use-adding.tsx'
import { UsesDialog } from './uses.tsx'

type Opened = { what: 'folder' } | { what: 'rename' | 'uses'; file: FileItem } | { what: 'move' | 'share'; files: readonly FileItem[] }

export function FilesView({ title, course, mayEdit = true }: { title: string; course?: string; mayEdit?: boolean }) {
  const t = useTexts('upload')
  const [asked, change] = useAsked()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<Opened>()
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...filesQuery(asked, course),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.status === 'processing') ? 5000 : false),
  })
  const viewer = useViewer()
  const clear = () => setPicked(new Set())
  const deleting = useDeleting(clear)
  const path = asked.folder ? (data?.path ?? []) : []
  const { add, dialogs, largest } = useAdding({ course, folder: asked.folder }, path.length)
  const nothing = async () => {}
  const over = useDropAnywhere(mayEdit ? add : nothing)
  const { chooseFiles, chooseFolder, inputs } = useChoosing(add)
  useEffect(() => {
    // a page beyond the data goes to page 1
    if (data && !isPlaceholderData && asked.page > 1 && asked.page > data.pages) change({ page: 1 })
  })
  const chosen = data?.items.filter(({ id }) => picked.has(id)) ?? []
  const open = (file: FileItem) => {
    if (!file.is_folder) return viewer.open((data?.items ?? []).filter(canView), file.id)
    clear()
    change({ folder: file.id, keyword: '', types: [] })
  }
  const close = () => setOpened(undefined)
  const top = course ? title : t('myFiles')

  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <FilesBar
        title={title}
        section={course !== undefined}
        path={path}
        asked={asked}
        change={(changes) => {
          clear()
          change(changes)
        }}
        busy={isPlaceholderData}
        editing={mayEdit ? { onFolder: () => setOpened({ what: 'folder' }), onUpload: chooseFiles } : undefined}
      />
      {error && !data ? (
        <Failed
          title={t('listFailed')}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        isFiltered(asked) ? (
          <Empty title={t('nothingFits')}>
            <Button onClick={() => change({ keyword: '', types: [], status: undefined } as never)}>{t('clearFilter')}</Button>
          </Empty>
        ) : (
          <Empty title={t(asked.folder ? 'emptyFolder' : 'noFiles')} text={t(course ? 'noCourseFilesText' : 'noFilesText')} />
        )
      ) : (
        <FilesTable
          caption={path.at(-1)?.name ?? title}
          files={data.items}
          {...(mayEdit && { picked, onPick: setPicked })}
          sort={{ by: asked.sort, down: asked.down, onSort: (sort, down) => change({ sort, down }) }}
          onOpen={open}
          canOpen={(file) => file.is_folder || canView(file)}
          state={(file) => <FileState file={file} />}
          {...(mayEdit && { used: (file: FileItem) => <FileUse file={file} onShow={() => setOpened({ what: 'uses', file })} /> })}
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
      {mayEdit && <DropZone over={over} largest={largest} onFiles={chooseFiles} onFolder={chooseFolder} />}
      {inputs}
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          onClear={clear}
          acts={[
            { label: t('move'), icon: FolderInput, run: () => setOpened({ what: 'move', files: chosen }) },
            ...(course ? [] : [{ label: t('share'), icon: Share2, run: () => setOpened({ what: 'share', files: chosen }) }]),
            { label: t('delete'), icon: Trash2, run: () => deleting.remove(chosen) },
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
            await call('POST /api/uploads', { body: { name, is_folder: true, ...placeOf({ course, folder: asked.folder }) } })
            await outdate(...filesCalls)
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
            const { id, name: before } = opened.file
            await call('PUT /api/uploads/:id', { params: { id }, body: { name } })
            const undo = () =>
              void call('PUT /api/uploads/:id', { params: { id }, body: { name: before } }).then(() => outdate(...filesCalls))
            toast({ text: t('renamed', { name }), undo })
            await outdate(...filesCalls)
          }}
        />
      )}
      {opened?.what === 'uses' && <UsesDialog file={opened.file} onClose={close} />}
      {opened?.what === 'move' && <MoveDialog files={opened.files} course={course} top={top} onClose={close} onDone={clear} />}
      {opened?.what === 'share' && <ShareDialog files={opened.files} onClose={close} onDone={clear} />}
    </div>
  )
}

/** Its bytes are there. */
export const canView = (file: FileItem) => !file.is_folder && (file.status === 'ready' || file.playable)

export const downloadOf = (file: FileItem) => `/api/uploads/${file.id}/blob?scope=${currentScope()?.org ?? ''}`

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
  onOpen: (opened: Opened) => void
  onDelete: () => void
}) {
  const t = useTexts('upload')
  const off = file.reason === 'upload.waiting' ? t('notThereYet') : !mayEdit && !file.allow_download ? t('notForDownload') : undefined
  const allow = () =>
    void call('PUT /api/uploads/:id', { params: { id: file.id }, body: { allow_download: !file.allow_download } }).then(() =>
      outdate(...filesCalls),
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
                  { label: t('download'), icon: Download, href: downloadOf(file), off, action: 'upload.download' as const },
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
