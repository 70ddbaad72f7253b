// Table of the students of an activity with the intervals each has watched, or the read mark, for teachers.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { query } from '../../queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { near, percent } from '../../ui/format.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { StatusMark } from '../../ui/progress.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { Activity } from './activity-page.tsx'

type Watcher = Answer<'GET /api/activities/:id/watchers'>['items'][number]

/** Refreshed by live hints, and every 30 s while it is on the screen. */
export default function Watchers({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [request, setRequest] = useState({ page: 1, page_size: 10, keyword: '' })
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/activities/:id/watchers', {
      params: { id: activity.id },
      query: { page: request.page, page_size: request.page_size, ...(request.keyword && { keyword: request.keyword }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const video = activity.type === 'online_video'
  const duration = data?.video_duration ?? activity.video_duration ?? 0
  return (
    <section aria-label={t('whoWatched')} className="space-y-2.5 pt-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section font-semibold">{t(video ? 'whoWatched' : 'whoRead')}</h2>
        {data && (
          <p className="tabular text-small text-text-2" role="status">
            {t('watchersSum', { started: data.summary.started, completed: data.summary.completed, students: data.summary.students })}
          </p>
        )}
        <SearchInput
          label={t('findStudent')}
          value={request.keyword}
          busy={isPlaceholderData}
          onSearch={(keyword) => setRequest((previous) => ({ ...previous, keyword, page: 1 }))}
          className="w-[220px] max-tablet:w-full"
        />
      </div>
      {error && !data ? (
        <ReadFailed title={t('watchersFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <Empty title={t(request.keyword ? 'nobodyFits' : 'noStudents')} text={request.keyword ? undefined : t('noStudentsText')} />
      ) : (
        <>
          <Table
            caption={t('whoWatched')}
            rows={data.items}
            rowKey={(watcher) => watcher.person.id}
            columns={[
              {
                key: 'name',
                head: t('name'),
                cell: (watcher) => (
                  <span className="flex items-center gap-2.5">
                    <Avatar id={watcher.person.id} name={watcher.person.name} src={watcher.person.avatar} size={26} />
                    <span className="min-w-0">
                      <span className="block font-medium">{watcher.person.name}</span>
                      <span className="tabular block text-caption text-text-3">{watcher.person.user_no}</span>
                    </span>
                  </span>
                ),
              },
              ...(video
                ? [
                    {
                      key: 'what',
                      head: t('watchedHead'),
                      width: '38%',
                      cell: (watcher: Watcher) => <WatchedLine watcher={watcher} duration={duration} />,
                    },
                  ]
                : []),
              {
                key: 'percent',
                head: t(video ? 'percentHead' : 'readHead'),
                numeric: video,
                cell: (watcher) => (
                  <span className="inline-flex items-center gap-2">
                    {watcher.completed && <StatusMark state="done" label={t('completed')} size={16} />}
                    {video ? percent(watcher.percent) : t(watcher.completed ? 'read' : 'notRead')}
                  </span>
                ),
              },
              {
                key: 'seen',
                head: t('lastSeen'),
                cell: (watcher) => (
                  <span className="tabular text-text-2">{watcher.last_seen_at ? near(watcher.last_seen_at) : t('never')}</span>
                ),
              },
            ]}
          />
          {data.pages > 1 && (
            <Pagination
              page={data.page}
              pages={data.pages}
              pageSize={data.page_size}
              total={data.total}
              scroll={false}
              onChange={(page, page_size) => setRequest((previous) => ({ ...previous, page, page_size }))}
            />
          )}
        </>
      )}
    </section>
  )
}

/** The recording as a line with the intervals this student has watched; screen readers get the percentage. */
function WatchedLine({ watcher, duration }: { watcher: Watcher; duration: number }) {
  const t = useTexts('activity')
  const part = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  return (
    <span
      role="img"
      aria-label={t('watched', { percent: percent(watcher.percent) })}
      className="relative block h-2.5 w-full min-w-28 overflow-hidden rounded-[2px] bg-track forced-colors:border"
    >
      {watcher.watched.map(([from = 0, to = 0]) => (
        <span
          key={from}
          style={{ left: part(from), width: `calc(${part(to)} - ${part(from)})` }}
          className="absolute inset-y-0 bg-accent forced-colors:bg-[Highlight]"
        />
      ))}
    </span>
  )
}
