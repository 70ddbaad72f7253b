// Quotas of people and courses: what each keeps and may keep, with a dialog that sets what one may keep.
import { Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Answer } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { bytes } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'

export type QuotaKind = 'person' | 'course'
export type StorageQuota = Answer<'GET /api/management/storage/quotas'>['items'][number]

const QuotaDialog = laterDialog(async () => (await Promise.all([import('./quota-dialog.tsx'), texts('errors', 'organisation')]))[0])

export function Quotas({ kind }: { kind: QuotaKind }) {
  const t = useTexts('management-lists')
  const tm = useTexts('management')
  const [edited, setEdited] = useState<StorageQuota>()
  const list = usePaged(
    ({ find, page, size, filters }) =>
      query('GET /api/management/storage/quotas', {
        query: { kind, page, page_size: size, ...(find && { q: find }), ...(filters.set && { set: true }) },
      }),
    { filters: ['set'] },
  )
  const quotaText = ({ quota }: StorageQuota) => (quota === null ? t('noQuota') : bytes(quota))
  const columns: ScreenColumn<StorageQuota>[] = [
    {
      key: 'name',
      head: t(`quotaOf.${kind}`),
      text: ({ name }) => name,
      cell: ({ name, code }) => (
        <span className="wrap-anywhere">
          <bdi className="font-medium">{name}</bdi>
          <span className="tabular block text-small text-text-3">{code}</span>
        </span>
      ),
    },
    {
      key: 'share',
      head: t('quotaShare'),
      width: 180,
      card: 'more',
      cell: ({ name, used, quota }) =>
        quota === null ? (
          '–'
        ) : (
          <ProgressBar thin label={name} value={Math.min(100, (used / quota) * 100)} tone={used >= quota * 0.8 ? 'warn' : 'accent'} />
        ),
    },
    { key: 'used', head: t('quotaUsed'), numeric: true, width: 110, text: ({ used }) => String(used), cell: ({ used }) => bytes(used) },
    {
      key: 'quota',
      head: t('quota'),
      numeric: true,
      width: 150,
      card: 'end',
      text: ({ quota }) => String(quota ?? ''),
      cell: (one) => <span className={one.own ? 'font-medium' : 'text-text-3'}>{quotaText(one)}</span>,
    },
    {
      key: 'change',
      head: t('setQuota'),
      hideHead: true,
      width: 130,
      cell: (one) => (
        <span {...dialogTrigger}>
          <Button size="sm" icon={Gauge} aria-label={t('setQuotaFor', { name: one.name })} onClick={() => setEdited(one)}>
            {t('setQuota')}
          </Button>
        </span>
      ),
    },
  ]
  const nothing = <Empty title={t(`noQuotas.${kind}`)} />
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t(`quotasText.${kind}`)}</p>
      <TableScreen<StorageQuota>
        name={`management.quotas.${kind}`}
        caption={t(`quotas.${kind}`)}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={<h2 className="mr-auto text-section font-semibold">{t(`quotas.${kind}`)}</h2>}
        search={t(`findQuota.${kind}`)}
        filters={
          <Select
            label={t('quota')}
            hideLabel
            value={list.filters.set ? 'true' : ''}
            onChange={(set) => list.change({ filters: { set: set || undefined } })}
            options={[
              { value: '', label: t('anyQuota') },
              { value: 'true', label: t('ownQuota') },
            ]}
          />
        }
        exportName={t(`quotas.${kind}`)}
        failedTitle={tm('failed')}
        empty={nothing}
        nothingFits={
          <Empty title={list.find ? t('nothingFits', { text: list.find }) : t('noOwnQuota')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      />
      {edited && (
        <Suspense>
          <QuotaDialog of={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}
