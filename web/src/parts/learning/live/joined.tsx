// Students who have joined a live lecture, for who teaches.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { dateTime, number } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'

export function Joined({ activity, people }: { activity: string; people: number }) {
  const t = useTexts('live')
  const [{ page, size }, setPage] = useState({ page: 1, size: 10 })
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/activities/:id/meeting/people', { params: { id: activity }, query: { page, page_size: size } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t('people')}>
      <h2 className="mb-2 text-section font-semibold">
        {t('people')} <span className="tabular font-normal text-text-2">{number(people)}</span>
      </h2>
      {error && !data ? (
        <ReadFailed title={t('peopleFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.items.length === 0 ? (
        <p className="surface-card p-4 text-small text-text-2">{t('nobody')}</p>
      ) : (
        <>
          <ul className="surface-card divide-y divide-line">
            {data.items.map(({ person, joined_at, seconds }) => (
              <li key={person.id} className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2.5">
                <span className="min-w-0 flex-1 wrap-break-word">
                  {person.name} <span className="text-small text-text-2">{person.user_no}</span>
                </span>
                <span className="tabular text-small text-text-2">
                  {[seconds >= 30 && t('minutes', { minutes: number(Math.max(1, Math.round(seconds / 60))) }), dateTime(joined_at)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {data.pages > 1 && (
            <Pagination
              page={data.page}
              pages={data.pages}
              pageSize={size}
              total={data.total}
              scroll={false}
              onChange={(next, pageSize) => setPage({ page: pageSize === size ? next : 1, size: pageSize })}
            />
          )}
        </>
      )}
    </section>
  )
}
