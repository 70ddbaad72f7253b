// The files and folders of a person or a course, with search, filters, sorting and paging by the address.
import { Download, Ellipsis, FolderInput, FolderPlus, Link2, Pencil, Share2, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { call, currentScope } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useDeleteFiles } from './delete-files.tsx'
import { useViewer } from '../../../viewer/use-viewer.tsx'
import { DropZone, useFileChooser, useDropAnywhere } from '../uploads/drop-zone.tsx'
import { allowDownload, DownloadNote } from './download-note.tsx'
import { FileState, FileUses } from './file-state.tsx'
import { useFileColumns } from './file-columns.tsx'
import { FileFilters, FilesHeading } from './files-heading.tsx'
import { type FileItem, fileFilters, filesCalls, filesQuery, lastChangedFirst, statusIn, typesIn } from './files-query.ts'
import { usePaged } from '../page/paged.ts'
import { useSelection } from '../table/selection.ts'
import { TableScreen } from '../table/table-screen.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { placementOf } from '../uploads/folder-upload.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useAddFiles } from '../uploads/use-add-files.tsx'
import { FileUsesDialog } from './file-uses.tsx'

type OpenDialog = { what: 'folder' } | { what: 'rename' | 'uses'; file: FileItem } | { what: 'move' | 'share'; files: readonly FileItem[] }

export function FilesView({
  title,
  course,
  mayEdit = true,
  downloadsAll = mayEdit,
}: {
  title: string
  course?: string
  mayEdit?: boolean
  /** Files can be downloaded though their `allow_download` is off. */
  downloadsAll?: boolean
}) {
  const t = useTexts('upload')
  const [opened, setOpened] = useState<OpenDialog>()
  const list = usePaged((request) => filesQuery(request, course), {
    ...fileFilters,
    refetchDelay: ({ items }) => (items.some((file) => file.status === 'processing') ? 5000 : false),
  })
  const selection = useSelection<FileItem>(list, ({ id }) => id)
  const selected = selection.rows
  const folder = list.filters.folder
  const viewer = useViewer()
  const deleting = useDeleteFiles(selection.clear)
  const path = folder ? (list.data?.path ?? []) : []
  const { add, dialogs, largest } = useAddFiles({ course, folder }, path.length)
  const ignore = async () => {}
  const isDragOver = useDropAnywhere(mayEdit ? add : ignore)
  const { chooseFiles, chooseFolder, inputs } = useFileChooser(add)
  const openFolder = (id: string | undefined) => list.change({ find: '', filters: { folder: id, type: undefined } }, false)
  const columns = useFileColumns({
    sorts: true,
    open: (file) => {
      if (file.is_folder) return () => openFolder(file.id)
      return canView(file) ? () => viewer.open(list.items.filter(canView), file.id) : undefined
    },
    state: (file) => <FileState file={file} />,
    ...(course && mayEdit && { note: (file: FileItem) => <DownloadNote file={file} /> }),
    ...(mayEdit && { used: (file: FileItem) => <FileUses file={file} onShow={() => setOpened({ what: 'uses', file })} /> }),
    menu: (file) => (
      <FileMenu
        file={file}
        mayEdit={mayEdit}
        mayDownload={downloadsAll || file.allow_download}
        mine={!course}
        onOpen={setOpened}
        onDelete={() => deleting.remove([file])}
      />
    ),
  })
  const close = () => setOpened(undefined)
  const rootName = course ? title : t('myFiles')
  const isFiltered = list.find !== '' || typesIn(list.filters).length > 0 || statusIn(list.filters) !== undefined
  const emptyFolder = <Empty title={t(folder ? 'emptyFolder' : 'noFiles')} text={t(course ? 'noCourseFilesText' : 'noFilesText')} />

  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <TableScreen<FileItem>
        name="files"
        caption={path.at(-1)?.name ?? title}
        list={list}
        columns={columns}
        defaultSort={lastChangedFirst}
        rowKey={({ id }) => id}
        heading={<FilesHeading title={title} section={course !== undefined} path={path} onOpen={openFolder} />}
        search={t('findFile')}
        filters={<FileFilters list={list} />}
        filtersSet={(typesIn(list.filters).length > 0 ? 1 : 0) + (statusIn(list.filters) ? 1 : 0)}
        actions={
          mayEdit && (
            <>
              <Button icon={FolderPlus} onClick={() => setOpened({ what: 'folder' })}>
                {t('newFolder')}
              </Button>
              <Button variant="primary" icon={Upload} action="upload.start" onClick={chooseFiles}>
                {t('upload')}
              </Button>
            </>
          )
        }
        {...(mayEdit && {
          selection: {
            of: selection,
            label: ({ name }) => t('pick', { name }),
            actions: [
              { label: t('move'), icon: FolderInput, run: () => setOpened({ what: 'move', files: selected }) },
              ...(course ? [] : [{ label: t('share'), icon: Share2, run: () => setOpened({ what: 'share', files: selected }) }]),
              { label: t('delete'), icon: Trash2, run: () => deleting.remove(selected) },
            ],
          },
        })}
        exportName={rootName}
        failedTitle={t('listFailed')}
        empty={emptyFolder}
        nothingFits={
          isFiltered ? (
            <Empty title={t('nothingFits')}>
              <Button onClick={() => list.change({ find: '', filters: { type: undefined, status: undefined } })}>{t('clearFilter')}</Button>
            </Empty>
          ) : (
            emptyFolder
          )
        }
      />
      {mayEdit && <DropZone isDragOver={isDragOver} largest={largest} onFiles={chooseFiles} onFolder={chooseFolder} />}
      {inputs}
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
            await call('POST /api/uploads', { body: { name, is_folder: true, ...placementOf({ course, folder }) } })
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
      {opened?.what === 'move' && (
        <MoveDialog files={opened.files} course={course} rootName={rootName} onClose={close} onDone={selection.clear} />
      )}
      {opened?.what === 'share' && <ShareDialog files={opened.files} onClose={close} onDone={selection.clear} />}
    </div>
  )
}

/** Whether the viewer can show the file: its bytes are stored. */
export const canView = (file: FileItem) => !file.is_folder && (file.status === 'ready' || file.playable)

export const downloadHref = (file: FileItem) => `/api/uploads/${file.id}/blob?scope=${currentScope()?.org ?? ''}`

function FileMenu({
  file,
  mayEdit,
  mayDownload,
  mine,
  onOpen,
  onDelete,
}: {
  file: FileItem
  mayEdit: boolean
  mayDownload: boolean
  mine: boolean
  onOpen: (opened: OpenDialog) => void
  onDelete: () => void
}) {
  const t = useTexts('upload')
  const offReason = file.reason === 'upload.waiting' ? t('notThereYet') : mayDownload ? undefined : t('notForDownload')
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
                  ...(mayEdit && !mine
                    ? [
                        {
                          label: t('mayDownload'),
                          current: file.allow_download,
                          onSelect: () => void allowDownload(file, !file.allow_download),
                        },
                      ]
                    : []),
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
