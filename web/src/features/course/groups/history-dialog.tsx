// Dialog of who was in which group of a set from when to when.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { query } from '../../../queries.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { dateTime, timeWithSeconds } from '../../../ui/format.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'

const size = 20

export default function HistoryDialog({ set, onClose }: { set: string; onClose: () => void }) {
  const t = useTexts('groups')
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState('')
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/group-sets/:id/history', {
      params: { id: set },
      query: { page, page_size: size, ...(keyword && { conditions: JSON.stringify({ keyword }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog open onClose={onClose} title={t('history')} description={t('historyText')} width={720} top>
      <div className="space-y-3 pb-1">
        <SearchInput
          label={t('find')}
          value={keyword}
          onSearch={(text) => {
            setKeyword(text)
            setPage(1)
          }}
        />
        {!data && error ? (
          <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : data.total === 0 ? (
          <Empty title={keyword ? t('nobodyFits') : t('noHistory')} card={false} />
        ) : (
          <>
            <ul className="divide-y divide-line">
              {data.items.map(({ person, group, since, until }) => (
                <li key={`${person.id} ${since}`} className="flex items-center gap-2.5 py-1.5">
                  <Avatar id={person.id} name={person.name} src={person.avatar} size={24} />
                  <span className="min-w-0 flex-1">
                    <bdi className="font-medium">{person.name}</bdi>{' '}
                    <span className="text-text-2">{group.deleted ? t('wasDeleted', { name: group.name }) : group.name}</span>
                  </span>
                  <span className="tabular text-right text-caption text-text-2">
                    {until ? t('fromTo', { from: dateTime(since), to: dateTime(until) }) : t('since', { from: dateTime(since) })}
                  </span>
                </li>
              ))}
            </ul>
            {data.pages > 1 && (
              <Pagination simple scroll={false} page={data.page} pages={data.pages} pageSize={size} total={data.total} onChange={setPage} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
