// Review of what people share into groups, /management/shared-files: search, filters and page are in the address; many are decided at once.
import { Check, Ellipsis, Eye, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { fileLook } from '../../../parts/base/files/file-icons.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { bytes, date, dateTime } from '../../../ui/format.ts'
import { Chip, Tile, type Tone } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useViewer } from '../../../viewer/use-viewer.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { decide, mostAtOnce, type SharedFile } from './decisions.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const RejectDialog = laterDialog(async () => (await Promise.all([import('./reject-dialog.tsx'), texts('errors')]))[0])
const FolderDialog = laterDialog(async () => (await Promise.all([import('./folder-dialog.tsx'), texts('errors')]))[0])
const OverridesDialog = laterDialog(async () => (await Promise.all([import('./overrides-dialog.tsx'), texts('errors')]))[0])

const statuses = ['wait', 'agree', 'reject'] as const
const tones = { wait: 'warn', agree: 'ok', reject: 'bad' } as const satisfies Record<string, Tone>
const types = ['document', 'image', 'video', 'audio', 'link', 'other', 'folder'] as const
const isId = (text: string | undefined) => text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export default function SharedFilesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.sharedFiles')}>
      <SharedFiles />
    </ManagementFrame>
  )
}

function SharedFiles() {
  const t = useTexts('sharing')
  const tm = useTexts('management')
  const opensGroups = useMe().may('groups.manage')
  const [rejected, setRejected] = useState<{ files: readonly SharedFile[]; onDone: () => void }>()
  const [seen, setSeen] = useState<SharedFile>()
  const [opened, setOpened] = useState<SharedFile>()
  const viewer = useViewer()
  const list = usePaged(
    ({ page, size, find, filters: { status, type, group } }) => {
      const [known, ofType] = [statuses.find((one) => one === status), types.find((one) => one === type)]
      return query('GET /api/shared-resources', {
        query: {
          page,
          page_size: size,
          ...(find && { q: find }),
          ...(known && { status: known }),
          ...(ofType && { type: ofType }),
          ...(isId(group) && { group: group! }),
        },
      })
    },
    { filters: ['status', 'type', 'group'] },
  )
  const selection = useSelection<SharedFile>(list, ({ id }) => id)
  const nameOf = ({ upload }: SharedFile) => upload.name ?? t('unnamed')
  // a row may have been decided over since it was picked
  const picked = () => selection.rows.map((row) => list.items.find(({ id }) => id === row.id) ?? row)
  const agree = async (files: readonly SharedFile[], onDone = () => {}) => {
    try {
      await decide(files, 'agree')
      onDone()
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const unlessTooMany = (run: () => void) => () =>
    selection.rows.length > mostAtOnce ? toast({ text: t('tooManyPicked', { count: mostAtOnce }), error: true }) : run()
  const shown = list.items.flatMap(({ upload: { id, name, viewable } }) => (viewable && name !== null ? [{ id, name }] : []))
  const columns: ScreenColumn<SharedFile>[] = [
    {
      key: 'name',
      head: t('file'),
      text: nameOf,
      cell: (file) => {
        const { icon, tone } = fileLook(file.upload.type)
        const { viewable, name, is_folder, item_count, size } = file.upload
        return (
          <span className="flex items-center gap-2.5">
            <Tile tone={tone} icon={icon} size={30} />
            <span className="min-w-0 wrap-anywhere">
              {(viewable || is_folder) && name !== null ? (
                <button
                  type="button"
                  className="text-left font-medium hover:underline"
                  onClick={() => (is_folder ? setOpened(file) : viewer.open(shown, file.upload.id))}
                >
                  {name}
                </button>
              ) : (
                <span className="font-medium">{nameOf(file)}</span>
              )}
              <span className="tabular block text-caption text-text-3">
                {t(`fileType.${file.upload.type}` as 'fileType.document')} ·{' '}
                {is_folder ? t('items', { count: item_count ?? 0 }) : bytes(size)}
              </span>
            </span>
          </span>
        )
      },
    },
    {
      key: 'by',
      head: t('sharedBy'),
      width: 170,
      text: ({ shared_by }) => shared_by.name,
      cell: ({ shared_by: { name, user_no } }) => (
        <span className="wrap-anywhere">
          <bdi>{name}</bdi>
          <span className="tabular block text-caption text-text-3">{user_no}</span>
        </span>
      ),
    },
    {
      key: 'group',
      head: t('sharedTo'),
      width: 170,
      text: ({ group }) => group.name,
      // a group is open to its members, and to those who manage groups
      cell: ({ group: { id, name } }) =>
        opensGroups ? (
          <Link to={paths.resourceGroupFiles(id)} className="wrap-anywhere hover:underline">
            {name}
          </Link>
        ) : (
          <span className="wrap-anywhere">{name}</span>
        ),
    },
    {
      key: 'at',
      head: t('sharedAt'),
      width: 110,
      optional: true,
      card: 'more',
      text: ({ shared_at }) => dateTime(shared_at),
      cell: ({ shared_at }) => <span className="tabular">{date(shared_at)}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      width: 190,
      card: 'end',
      text: ({ audit_status, reason }) => [t(`status.${audit_status}`), reason].filter(Boolean).join(': '),
      cell: (file) => <State of={file} />,
    },
    {
      key: 'act',
      head: t('agree'),
      hideHead: true,
      width: 150,
      cell: (file) => (
        <span className="flex items-center justify-end gap-1.5">
          {file.audit_status !== 'agree' && (
            <Button size="sm" icon={Check} aria-label={t('agreeOf', { name: nameOf(file) })} onClick={() => void agree([file])}>
              {t('agree')}
            </Button>
          )}
          <Menu
            align="end"
            trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: nameOf(file) }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
            groups={[
              {
                items: [
                  ...(file.audit_status === 'reject'
                    ? []
                    : [{ label: t('reject'), icon: X, danger: true, onSelect: () => setRejected({ files: [file], onDone: () => {} }) }]),
                  ...(file.audit_status === 'agree' && file.overrides === 0
                    ? []
                    : [{ label: t('letSee'), icon: Eye, onSelect: () => setSeen(file) }]),
                ],
              },
            ]}
          />
        </span>
      ),
    },
  ]
  return (
    <>
      {viewer.window}
      <p className="mb-3 max-w-[68ch] text-text-2">{t('reviewText')}</p>
      <TableScreen<SharedFile>
        name="management.shared-files"
        caption={tm('entry.sharedFiles')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('find')}
        filters={
          <>
            <Select
              label={t('state')}
              hideLabel
              value={list.filters.status ?? ''}
              onChange={(status) => list.change({ filters: { status: status || undefined } })}
              options={[
                { value: '', label: t('anyStatus') },
                ...statuses.map((value) => ({ value: value as string, label: t(`status.${value}`) })),
              ]}
            />
            <Select
              label={t('type')}
              hideLabel
              value={list.filters.type ?? ''}
              onChange={(type) => list.change({ filters: { type: type || undefined } })}
              options={[
                { value: '', label: t('anyType') },
                ...types.map((value) => ({ value: value as string, label: t(`fileType.${value}`) })),
              ]}
            />
          </>
        }
        selection={{
          of: selection,
          label: (file) => t('pick', { name: nameOf(file) }),
          actions: [
            { label: t('agree'), icon: Check, run: unlessTooMany(() => void agree(picked(), selection.clear)) },
            { label: t('reject'), icon: X, run: unlessTooMany(() => setRejected({ files: picked(), onDone: selection.clear })) },
          ],
        }}
        exportName={tm('entry.sharedFiles')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('nothingShared')} text={t('nothingSharedText')} />}
        nothingFits={
          <Empty title={t(list.filters.status === 'wait' && !list.find ? 'nothingWaits' : 'nothingFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      <Suspense>
        {rejected && <RejectDialog {...rejected} onClose={() => setRejected(undefined)} />}
        {opened && <FolderDialog file={opened} onClose={() => setOpened(undefined)} />}
        {seen && <OverridesDialog file={seen} onClose={() => setSeen(undefined)} />}
      </Suspense>
    </>
  )
}

function State({ of: { audit_status, audited_by, audited_at, added_at, reason, overrides } }: { of: SharedFile }) {
  const t = useTexts('sharing')
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Chip tone={tones[audit_status]}>{t(`status.${audit_status}`)}</Chip>
      {reason && <span className="text-small wrap-anywhere text-text-2">{reason}</span>}
      {audit_status === 'wait' && added_at && (
        <span className="text-caption text-text-3">{t('addedSince', { time: dateTime(added_at) })}</span>
      )}
      {audited_by && audited_at && (
        <span className="text-caption wrap-anywhere text-text-3">{t('decidedBy', { name: audited_by.name, time: date(audited_at) })}</span>
      )}
      {overrides > 0 && <span className="text-caption text-text-3">{t('lettingSee', { count: overrides })}</span>}
    </span>
  )
}
