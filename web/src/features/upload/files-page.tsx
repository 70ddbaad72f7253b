import {
  CircleAlert,
  Download,
  Ellipsis,
  FileText,
  FileVideo2,
  Folder,
  Image,
  type LucideIcon,
  Package,
  Pencil,
  RotateCw,
  Trash2,
  Upload as UploadIcon,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { type Answer, CallFailed, call, currentScope } from '../../client.ts'
import { type Refusal, sort } from '../../file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { usePaged } from '../../paged.ts'
import { problemText } from '../../problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Tile, type Tone } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { bytes, dateTime } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFileState } from '../../upload-state.ts'
import { uploads, useGoing } from '../../uploads.ts'
import { LeftHalfSent } from './left-half-sent.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { StorageBar } from './storage-bar.tsx'

export type File_ = Answer<'GET /api/uploads'>['items'][number]
const kinds = ['all', 'video', 'document', 'image'] as const
const looks: Record<string, { icon: LucideIcon; tone: Tone }> = {
  video: { icon: FileVideo2, tone: 'accent' },
  audio: { icon: FileVideo2, tone: 'accent' },
  document: { icon: FileText, tone: 'info' },
  image: { icon: Image, tone: 'note' },
  scorm: { icon: Package, tone: 'warn' },
  folder: { icon: Folder, tone: 'neutral' },
}

/** /user/resources: my files with their state, what can be done about it, and how much room is left. */
export default function FilesPage() {
  const t = useTexts('upload')
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<Refusal[]>([])
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const conditions = { ...(find && { keyword: find }), ...(filters.type && { type: filters.type }) }
      return query('GET /api/uploads', {
        query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
      })
    },
    { filters: ['type'], again: ({ items }) => (items.some((one) => one.status === 'processing') ? 5000 : false) },
  )
  const add = (files: File[]) => {
    const { fine, refused: not } = sort(files)
    setRefused(not)
    if (fine.length) uploads.add(fine)
  }
  return (
    <div className="mx-auto flex w-full max-w-[1264px] gap-6 p-6 max-small:flex-col max-tablet:p-4">
      <div className="min-w-0 flex-1 space-y-3.5">
        <div className="flex flex-wrap items-center gap-3">
          <PageTitle title={t('myFiles')} className="flex-1 font-title text-title font-bold" />
          <SearchInput
            label={t('findFile')}
            value={list.find}
            busy={list.stale}
            onSearch={(find) => list.change({ find })}
            className="w-[190px] max-tablet:order-last max-tablet:w-full"
          />
          <Button variant="primary" icon={UploadIcon} action="upload.start" onClick={() => input.current?.click()}>
            {t('upload')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-hidden
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </div>
        <Segmented
          label={t('kindFilter')}
          value={kinds.find((one) => one === list.filters.type) ?? 'all'}
          onChange={(to) => list.change({ filters: { type: to === 'all' ? undefined : to } })}
          options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        />
        {refused.map((one) => (
          <p key={one.name} role="alert" className="flex items-start gap-1.5 text-small text-bad-text">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
            {one.name}: {t(one.code, one.params as Record<string, string>)}
          </p>
        ))}
        <LeftHalfSent />
        <PagedList
          list={list}
          failedTitle={t('listFailed')}
          empty={<Empty title={t('noFiles')} text={t('noFilesText')} />}
          nothingFits={
            <Empty title={t('nothingFits')}>
              <Button onClick={list.clear}>{t('clearFilter')}</Button>
            </Empty>
          }
        >
          {(files) => <Files files={files} />}
        </PagedList>
        <FileDrop title={t('dropHere')} help={t('dropHereHelp')} buttonLabel={t('chooseFiles')} onFiles={add} />
      </div>
      <aside aria-label={t('storage')} className="w-[240px] shrink-0 max-small:order-first max-small:w-full wide:w-[300px]">
        <StorageBar />
      </aside>
    </div>
  )
}

function Files({ files }: { files: readonly File_[] }) {
  const t = useTexts('upload')
  const state = useFileState()
  const going = useGoing()
  const [deleting, setDeleting] = useState<{ file: File_; used: boolean }>()
  const [renaming, setRenaming] = useState<File_>()
  const refresh = () => outdate('GET /api/uploads', 'GET /api/user/storage-used')
  const fail = (error: unknown) => toast({ text: problemText(error), error: true })
  const retry = (file: File_) => call('POST /api/uploads/:id/retry', { params: { id: file.id } }).then(refresh, fail)
  const remove = async () => {
    if (!deleting) return
    try {
      await call('DELETE /api/uploads/:id', { params: { id: deleting.file.id }, query: deleting.used ? { force: true } : {} })
      setDeleting(undefined)
      await refresh()
    } catch (error) {
      if (error instanceof CallFailed && error.problem.code === 'upload.inUse') setDeleting({ file: deleting.file, used: true })
      else {
        setDeleting(undefined)
        fail(error)
      }
    }
  }
  return (
    <>
      <Table
        caption={t('myFiles')}
        rows={files}
        rowKey={(one) => one.id}
        columns={[
          {
            key: 'name',
            head: t('name'),
            cell: (one) => {
              const look = looks[one.type] ?? { icon: FileText, tone: 'neutral' as const }
              return (
                <span className="flex min-w-0 items-center gap-2.5">
                  <Tile tone={look.tone} icon={look.icon} size={28} />
                  <span className="min-w-0 font-medium break-all">{one.name}</span>
                </span>
              )
            },
          },
          {
            key: 'state',
            head: t('state'),
            width: 230,
            cell: (one) => {
              if (one.is_folder) return ''
              const now = state(one)
              return (
                <span className="flex flex-wrap items-center gap-x-2">
                  {now.tone ? (
                    <Chip tone={now.tone} icon={now.icon}>
                      {one.reason === 'upload.waiting' && going.has(one.id) ? t('sending') : now.word}
                    </Chip>
                  ) : (
                    <span className="text-text-2">{now.word}</span>
                  )}
                  {now.failed && (one.type === 'video' || one.type === 'audio') && (
                    <Button variant="link" icon={RotateCw} action="upload.retry" onClick={() => void retry(one)}>
                      {t('tryAgain')}
                    </Button>
                  )}
                  {now.why && <span className="block w-full text-caption text-text-3">{now.why}</span>}
                </span>
              )
            },
          },
          { key: 'size', head: t('size'), numeric: true, width: 100, cell: (one) => (one.is_folder ? '' : bytes(one.size)) },
          {
            key: 'changed',
            head: t('added'),
            width: 150,
            cell: (one) => <span className="tabular text-text-2">{dateTime(one.created_at)}</span>,
          },
          {
            key: 'act',
            head: t('actions'),
            hideHead: true,
            width: 52,
            cell: (one) => (
              <Menu
                trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: one.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
                groups={[
                  {
                    items: [
                      {
                        label: t('download'),
                        icon: Download,
                        href: `/api/uploads/${one.id}/blob?scope=${currentScope()?.org ?? ''}`,
                        off: one.is_folder || one.reason === 'upload.waiting' ? t('notThereYet') : undefined,
                        action: 'upload.download',
                      },
                      { label: t('rename'), icon: Pencil, onSelect: () => setRenaming(one) },
                    ],
                  },
                  { items: [{ label: t('delete'), icon: Trash2, danger: true, onSelect: () => setDeleting({ file: one, used: false }) }] },
                ]}
              />
            ),
          },
        ]}
      />
      <Confirm
        open={deleting !== undefined}
        danger
        title={t('deleteAsk', { name: deleting?.file.name ?? '' })}
        description={t(deleting?.used ? 'deleteUsed' : 'deleteText')}
        confirmLabel={t(deleting?.used ? 'deleteAnyway' : 'delete')}
        cancelLabel={t('keep')}
        onConfirm={remove}
        onClose={() => setDeleting(undefined)}
      />
      {renaming && <RenameDialog file={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  )
}
