// Table of the students of an activity and how far each is, for who teaches; a type gives the columns between name and last visit.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { type Translate, useTexts } from '../../../i18n.ts'
import { invalidate, query } from '../../../queries.ts'
import { PersonCell } from '../../base/people/person-cell.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { near } from '../../../ui/format.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Activity } from '../course/content.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { RunningTasks } from '../../base/tasks/running-tasks.tsx'

export type Students = Answer<'GET /api/activities/:id/watchers'>
export type Student = Students['items'][number]

/** Refreshed by live hints, and every 30 s while it is on the screen. */
export function StudentTable({
  activity,
  title,
  columns,
}: {
  activity: Pick<Activity, 'id' | 'completion_criterion'>
  title: string
  columns: (students: Students) => Column<Student>[]
}) {
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
  return (
    <section aria-label={title} className="space-y-2.5 pt-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section font-semibold">{title}</h2>
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
      <RunningTasks subject={`activity:${activity.id}`} />
      {error && !data ? (
        <ReadFailed title={t('watchersFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <Empty title={t(request.keyword ? 'nobodyFits' : 'noStudents')} text={request.keyword ? undefined : t('noStudentsText')} />
      ) : (
        <>
          <Table
            caption={title}
            rows={data.items}
            rowKey={(student) => student.person.id}
            columns={[
              { key: 'name', head: t('name'), cell: ({ person }) => <PersonCell person={person} below={person.user_no} /> },
              ...columns(data),
              ...(activity.completion_criterion.kind === 'by_hand' ? [byHand(activity.id, t)] : []),
              {
                key: 'seen',
                head: t('lastSeen'),
                cell: ({ last_seen_at }) => <span className="tabular text-text-2">{last_seen_at ? near(last_seen_at) : t('never')}</span>,
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

/** Column of an activity that is done when its teacher says so. */
const byHand = (activity: string, t: Translate<'activity'>): Column<Student> => ({
  key: 'done',
  head: t('doneHead'),
  cell: ({ person, completed }) => (
    <Checkbox
      label={t('doneBy', { name: person.name })}
      hideLabel
      checked={completed}
      onChange={(done) => void putCompletion(activity, person.id, done)}
    />
  ),
})
const putCompletion = (activity: string, person: string, completed: boolean) =>
  call('PUT /api/activities/:id/completion', { params: { id: activity }, body: { person_ids: [person], completed } })
    .catch((error: unknown) => toast({ text: problemText(error), error: true }))
    .finally(() => invalidate('GET /api/activities/:id/watchers'))
