// The bins of the organisation's people: which rule keeps how many bytes, and what was deleted, restored or deleted for good.
import { Ellipsis, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { fileLook } from '../../../parts/base/files/file-icons.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { invalidate, query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { bytes, date } from '../../../ui/format.ts'
import { Tile } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'

type Bin = Answer<'GET /api/management/storage/bin'>
type Binned = Bin['items'][number]
type Emptied = { files: readonly Binned[]; bulk: boolean }
/** Things that one call takes. */
const mostAtOnce = 100
const refresh = () => invalidate('GET /api/management/storage/bin', 'GET /api/management/storage/files')
const inTurns = <Of,>(list: readonly Of[]) =>
  Array.from({ length: Math.ceil(list.length / mostAtOnce) }, (_, turn) => list.slice(turn * mostAtOnce, (turn + 1) * mostAtOnce))

export function Bin() {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const me = useMe()
  const empties = me.may('storage.change')
  const [emptied, setEmptied] = useState<Emptied>()
  const list = usePaged(({ page, size }) => query('GET /api/management/storage/bin', { query: { page, page_size: size } }))
  const selection = useSelection<Binned>(list, ({ id }) => id)
  const nameOf = ({ name }: Binned) => name ?? t('fileUnnamed')
  const act = async (
    files: readonly Binned[],
    run: (upload_ids: string[]) => Promise<{ refused: number }>,
    done: () => string | false,
    bulk: boolean,
  ) => {
    let refused = 0
    try {
      for (const turn of inTurns(files)) refused += (await run(turn.map(({ id }) => id))).refused
      if (bulk) selection.clear()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    const text = done()
    if (text) toast({ text })
    if (refused > 0) toast({ text: t('refusedSome', { count: refused }), error: true })
    await refresh()
  }
  const restore = (files: readonly Binned[], bulk = false) => {
    let restored = 0
    return act(
      files,
      async (upload_ids) => {
        const answer = await call('POST /api/management/storage/bin/restore', { body: { upload_ids } })
        restored += answer.restored
        return answer
      },
      () => restored > 0 && t('restored', { count: restored }),
      bulk,
    )
  }
  const empty = async ({ files, bulk }: Emptied) => {
    let freed = 0
    await act(
      files,
      async (upload_ids) => {
        const answer = await call('POST /api/management/storage/bin/empty', { body: { upload_ids } })
        freed += answer.bytes
        return answer
      },
      () => freed > 0 && t('emptied', { size: bytes(freed) }),
      bulk,
    )
    setEmptied(undefined)
  }
  const columns: ScreenColumn<Binned>[] = [
    {
      key: 'name',
      head: t('file'),
      text: nameOf,
      cell: (file) => {
        const { icon, tone } = fileLook(file.is_folder ? 'folder' : file.type)
        return (
          <span className="flex items-center gap-2.5">
            <Tile tone={tone} icon={icon} size={30} />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{nameOf(file)}</span>
              {file.is_folder && <span className="tabular block text-caption text-text-3">{t('useFiles', { count: file.files })}</span>}
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
      width: 150,
      optional: true,
      card: 'more',
      text: ({ course }) => course?.name ?? '',
      cell: ({ course }) => (course ? <span className="wrap-anywhere">{course.name}</span> : '–'),
    },
    {
      key: 'deleted',
      head: t('deletedAt'),
      width: 110,
      card: 'more',
      text: ({ deleted_at }) => date(deleted_at),
      cell: ({ deleted_at }) => <span className="tabular">{date(deleted_at)}</span>,
    },
    {
      key: 'gone',
      head: t('goneOn'),
      width: 130,
      text: ({ purge_at }) => (purge_at ? date(purge_at) : t('notWhileHeld')),
      cell: ({ purge_at }) => <span className="tabular">{purge_at ? date(purge_at) : t('notWhileHeld')}</span>,
    },
    {
      key: 'size',
      head: t('size'),
      numeric: true,
      width: 100,
      card: 'end',
      text: (one) => String(one.bytes),
      cell: (one) => bytes(one.bytes),
    },
    {
      key: 'act',
      head: t('restore'),
      hideHead: true,
      width: 52,
      cell: (file) => (
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('binActionsOf', { name: nameOf(file) }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
          groups={[
            { items: [{ label: t('restore'), icon: Undo2, onSelect: () => void restore([file]) }] },
            ...(empties
              ? [
                  {
                    items: [
                      {
                        label: t('emptyBin'),
                        icon: Trash2,
                        danger: true,
                        off: file.rule === 'held' ? t('rule.held') : undefined,
                        onSelect: () => setEmptied({ files: [file], bulk: false }),
                      },
                    ],
                  },
                ]
              : []),
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('binText')}</p>
      {list.data && <Kept kept={list.data.kept} />}
      <TableScreen<Binned>
        name="management.bin"
        caption={t('view.bin')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={<h2 className="mr-auto text-section font-semibold">{t('view.bin')}</h2>}
        selection={{
          of: selection,
          label: (file) => t('pickBinned', { name: nameOf(file) }),
          actions: [
            { label: t('restore'), icon: Undo2, run: () => void restore(selection.rows, true) },
            ...(empties ? [{ label: t('emptyBin'), icon: Trash2, run: () => setEmptied({ files: selection.rows, bulk: true }) }] : []),
          ],
        }}
        exportName={t('view.bin')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noBin')} />}
        nothingFits={<Empty title={t('noBin')} />}
      />
      <Confirm
        open={emptied !== undefined}
        danger
        title={t('emptyAsk', { count: emptied?.files.length ?? 0 })}
        description={t('emptyText')}
        confirmLabel={t('emptyBin')}
        cancelLabel={t('cancel')}
        onConfirm={() => emptied && empty(emptied)}
        onClose={() => setEmptied(undefined)}
      />
    </>
  )
}

/** Bytes by the rule that keeps them, each beside the most. */
function Kept({ kept }: { kept: Bin['kept'] }) {
  const t = useTexts('management-lists')
  const most = Math.max(1, ...kept.map((one) => one.bytes))
  return (
    <dl aria-label={t('keptBytes')} className="mb-4 grid gap-3 tablet:grid-cols-3">
      {kept.map(({ rule, files, bytes: size, since }) => (
        <div key={rule} className="surface-card px-3.5 py-3">
          <dt className="text-small text-text-2">{t(`rule.${rule}`)}</dt>
          <dd>
            <span className="tabular block text-section font-semibold">{files > 0 ? bytes(size) : t('keptNothing')}</span>
            <ProgressBar thin className="my-1.5" label={t(`rule.${rule}`)} value={(size / most) * 100} />
            <span className="tabular block min-h-4 text-caption text-text-3">
              {files > 0 && [t('useFiles', { count: files }), since && t('keptSince', { day: date(since) })].filter(Boolean).join(' · ')}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
