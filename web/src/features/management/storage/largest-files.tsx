// The largest files of the organisation: each beside the largest, opened where it may be, deleted into its owner's bin.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { DeleteUsed } from '../../../parts/base/files/delete-files.tsx'
import { fileLook } from '../../../parts/base/files/file-icons.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { bytes, date } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'

type LargeFile = Answer<'GET /api/management/storage/files'>['items'][number]
const types = ['video', 'audio', 'document', 'image', 'scorm', 'other'] as const
const largest = (page: number, page_size: number, type: string | undefined) => {
  const known = types.find((one) => one === type)
  return query('GET /api/management/storage/files', { query: { page, page_size, ...(known && { type: known }) } })
}
/** The bytes are counted once in a while and are not read again. */
const refresh = () => invalidate('GET /api/management/storage/files', 'GET /api/management/storage/bin')

export function LargestFiles() {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const list = usePaged(({ page, size, filters }) => largest(page, size, filters.type), { filters: ['type'] })
  const most = useQuery(largest(1, 1, list.filters.type)).data?.items[0]?.size ?? 0
  const nameOf = ({ name }: LargeFile) => name ?? t('fileUnnamed')
  const [inUse, setInUse] = useState<LargeFile>()
  const restore = async (id: string) => {
    try {
      const { refused } = await call('POST /api/management/storage/bin/restore', { body: { upload_ids: [id] } })
      if (refused > 0) toast({ text: t('refusedSome', { count: refused }), error: true })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await refresh()
  }
  const remove = async (file: LargeFile, force: boolean) => {
    const { id, owner } = file
    try {
      await call('DELETE /api/uploads/:id', { params: { id }, query: force ? { force } : {} })
      setInUse(undefined)
      toast({ text: t('fileDeleted', { name: nameOf(file), owner: owner.name }), undo: () => void restore(id) })
    } catch (failure) {
      if (!force && failure instanceof CallFailed && failure.problem.code === 'upload.inUse') setInUse(file)
      else toast({ text: problemText(failure), error: true })
    }
    await refresh()
  }
  const columns: ScreenColumn<LargeFile>[] = [
    {
      key: 'name',
      head: t('file'),
      text: nameOf,
      cell: (file) => {
        const { icon, tone } = fileLook(file.type)
        return (
          <span className="flex items-center gap-2.5">
            <Tile tone={tone} icon={icon} size={30} />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{nameOf(file)}</span>
              <span className="block text-caption text-text-3">{t(`fileType.${file.type}` as 'fileType.document')}</span>
            </span>
          </span>
        )
      },
    },
    {
      key: 'owner',
      head: t('owner'),
      width: 150,
      text: ({ owner }) => owner.name,
      cell: ({ owner }) => <bdi className="wrap-anywhere">{owner.name}</bdi>,
    },
    {
      key: 'course',
      head: t('course'),
      width: 160,
      text: ({ course }) => course?.name ?? '',
      cell: ({ course }) => (course ? <span className="wrap-anywhere">{course.name}</span> : '–'),
    },
    {
      key: 'since',
      head: t('fileSince'),
      width: 110,
      optional: true,
      card: 'more',
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular">{date(created_at)}</span>,
    },
    {
      key: 'share',
      head: tm('besideTheLargest'),
      width: 130,
      card: 'more',
      cell: (file) => <ProgressBar thin label={nameOf(file)} value={most > 0 ? (file.size / most) * 100 : 0} />,
    },
    {
      key: 'size',
      head: t('size'),
      numeric: true,
      width: 100,
      card: 'end',
      text: ({ size }) => String(size),
      cell: ({ size }) => bytes(size),
    },
    {
      key: 'act',
      head: t('delete'),
      hideHead: true,
      width: 52,
      // what managers may not read they do not delete
      cell: (file) =>
        file.name !== null && (
          <IconButton
            label={t('deleteFile', { name: file.name })}
            icon={Trash2}
            size="sm"
            iconSize={16}
            onClick={() => void remove(file, false)}
          />
        ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('filesText')}</p>
      <TableScreen<LargeFile>
        name="management.largest-files"
        caption={t('view.files')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={<h2 className="mr-auto text-section font-semibold">{t('view.files')}</h2>}
        filters={
          <Select
            label={t('fileTypeHead')}
            hideLabel
            value={list.filters.type ?? ''}
            onChange={(type) => list.change({ filters: { type: type || undefined } })}
            options={[
              { value: '', label: t('anyFileType') },
              ...types.map((value) => ({ value: value as string, label: t(`fileType.${value}`) })),
            ]}
          />
        }
        exportName={t('view.files')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noFiles')} />}
        nothingFits={
          <Empty title={t('noFileOfType')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      {inUse && (
        <DeleteUsed
          files={[{ id: inUse.id, name: nameOf(inUse), is_folder: false }]}
          onDelete={() => remove(inUse, true)}
          onClose={() => setInUse(undefined)}
        />
      )}
    </>
  )
}
