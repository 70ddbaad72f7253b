// Storage of the organisation, /management/storage: what is kept and may be, of what type and in which courses; the people who keep most, each beside
// the largest, the largest files, what was deleted, and the quotas of people and courses; what is shown is in the address.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { useMe } from '../../../session/session.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { bytes } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { storageNumbers, type StorageOwner, storageOwners } from '../queries.ts'
import { Bin } from './bin.tsx'
import { LargestFiles } from './largest-files.tsx'
import { Quotas } from './quotas.tsx'
import { Uses } from './uses.tsx'

export default function StoragePage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.storage')}>
      <Used />
      <Uses />
      <Lists />
    </ManagementFrame>
  )
}

const views = ['owners', 'files', 'bin', 'person', 'course'] as const
const ofQuotas: readonly View[] = ['person', 'course']
type View = (typeof views)[number]

function Lists() {
  const t = useTexts('management-lists')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const open = views.filter((one) => me.may('storage.change') || !ofQuotas.includes(one))
  const view = open.find((one) => one === params.get('view')) ?? 'owners'
  return (
    <>
      <div className="mb-3">
        <Segmented<View>
          label={t('storageView')}
          value={view}
          onChange={(next) => setParams(next === 'owners' ? {} : { view: next })}
          options={open.map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      </div>
      {view === 'owners' ? <Owners /> : view === 'files' ? <LargestFiles /> : view === 'bin' ? <Bin /> : <Quotas key={view} kind={view} />}
    </>
  )
}

function Used() {
  const t = useTexts('management')
  const { data, error, errorUpdatedAt, refetch } = useQuery(storageNumbers)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={1} />
  const { used, total, in_bin } = data
  const share = total > 0 ? (used / total) * 100 : 0
  return (
    <section aria-label={t('storage')} className="surface-card mb-4 p-4">
      <p className="tabular font-title text-day font-bold">{bytes(used)}</p>
      <ProgressBar className="my-1.5" label={t('storage')} value={share} tone={share >= 80 ? 'warn' : 'accent'} />
      <p className="tabular text-small text-text-2">
        {in_bin > 0 ? t('ofTotalAndBin', { total: bytes(total), bin: bytes(in_bin) }) : t('ofTotal', { total: bytes(total) })}
      </p>
    </section>
  )
}

function Owners() {
  const t = useTexts('management')
  const list = usePaged(({ page, size }) => storageOwners(page, size))
  const most = useQuery(storageOwners(1, 1)).data?.items[0]?.bytes ?? 0
  const columns: ScreenColumn<StorageOwner>[] = [
    {
      key: 'name',
      head: t('people'),
      text: ({ name }) => name,
      cell: ({ id, name, user_no }) => <PersonCell person={{ id, name, avatar: '' }} below={user_no} />,
    },
    {
      key: 'share',
      head: t('besideTheLargest'),
      width: 220,
      card: 'more',
      cell: ({ name, bytes: size }) => <ProgressBar thin label={name} value={most > 0 ? (size / most) * 100 : 0} />,
    },
    {
      key: 'bytes',
      head: t('storage'),
      numeric: true,
      width: 120,
      card: 'end',
      text: (one) => String(one.bytes),
      cell: (one) => bytes(one.bytes),
    },
  ]
  return (
    <TableScreen<StorageOwner>
      name="management.storage"
      caption={t('owners')}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      heading={<h2 className="mr-auto text-section font-semibold">{t('owners')}</h2>}
      exportName={t('owners')}
      failedTitle={t('failed')}
      empty={<Empty title={t('noOwners')} />}
      nothingFits={<Empty title={t('noOwners')} />}
    />
  )
}
