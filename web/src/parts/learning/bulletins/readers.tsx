// Whom a bulletin is for: who has read and confirmed it, and who has not.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Drawer } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { type ManagedBulletin, type BulletinOwner, readersPage } from './managed.ts'

const all = ['read', 'unread', 'confirmed', 'unconfirmed'] as const
type Show = (typeof all)[number]

export default function Readers({ place, bulletin, onClose }: { place: BulletinOwner; bulletin: ManagedBulletin; onClose: () => void }) {
  const t = useTexts('bulletins')
  const [show, setShow] = useState<Show | 'all'>(bulletin.confirm ? 'unconfirmed' : 'all')
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(30)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...readersPage(place, bulletin.id, { page, page_size: size, ...(show !== 'all' && { show }) }),
    placeholderData: keepPreviousData,
  })
  const shows = ['all', ...all.filter((one) => bulletin.confirm || !one.endsWith('confirmed'))] as const
  return (
    <Drawer open onClose={onClose} title={t('readersOf', { title: bulletin.title })}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('show')}
          className="w-56"
          value={show}
          onChange={(value) => {
            setShow(value)
            setPage(1)
          }}
          options={shows.map((value) => ({ value, label: t(`show.${value}`) }))}
        />
        {data && (
          <p className="tabular text-small text-text-2">
            {t('readOf', { read: data.read, recipients: data.recipients })}
            {bulletin.confirm && ` · ${t('confirmedOf', { confirmed: data.confirmed })}`}
          </p>
        )}
      </div>
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} title={t('failed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('noReaders')} />
      ) : (
        <>
          <ul className="divide-y divide-line rounded-card border border-line">
            {data.items.map(({ id, name, user_no, read_at, confirmed_at }) => (
              <li key={id} className="flex flex-wrap gap-x-3 px-3 py-2">
                <span className="min-w-40 flex-1">
                  {name} <span className="text-caption text-text-3">{user_no}</span>
                </span>
                <span className="tabular text-caption text-text-2">
                  {confirmed_at
                    ? t('confirmedAt', { time: dateTime(confirmed_at) })
                    : read_at
                      ? t('readAt', { time: dateTime(read_at) })
                      : t('notRead')}
                </span>
              </li>
            ))}
          </ul>
          {data.total > 10 && (
            <div className="mt-3">
              <Pagination
                page={page}
                pages={data.pages}
                pageSize={size}
                total={data.total}
                onChange={(nextPage, nextSize) => {
                  setPage(nextPage)
                  setSize(nextSize)
                }}
              />
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}
