// Attempts of the students at a package, for who teaches: people with their state, score and time, and a person's answers and saves.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Info } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PersonCell } from '../../parts/base/people/person-cell.tsx'
import { saveRecorded } from '../../parts/base/table/csv.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { clock, near, number } from '../../ui/format.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { AttemptDrawer } from './attempt-drawer.tsx'

type Row = Answer<'GET /api/activities/:id/package-attempts'>['items'][number]
const states = ['all', 'none', 'incomplete', 'completed', 'passed', 'failed', 'deleted'] as const
type Filter = (typeof states)[number]
const conditionsOf = (keyword: string, filter: Filter) => {
  const conditions = {
    ...(keyword && { keyword }),
    ...(filter === 'deleted' ? { deleted: true } : filter !== 'all' && { state: filter }),
  }
  return Object.keys(conditions).length > 0 ? { conditions: JSON.stringify(conditions) } : {}
}
/** The one that is shown of a person's attempts. */
const lastOf = ({ attempts }: Row) => attempts.at(-1)

export default function PackageWork({ activity: { id } }: { activity: Activity }) {
  const t = useTexts('packages')
  const [request, setRequest] = useState({ page: 1, page_size: 10, keyword: '', filter: 'all' as Filter })
  const [shown, setShown] = useState<string>()
  const [saving, setSaving] = useState(false)
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/activities/:id/package-attempts', {
      params: { id },
      query: { page: request.page, page_size: request.page_size, ...conditionsOf(request.keyword, request.filter) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const save = async () => {
    setSaving(true)
    await call('GET /api/activities/:id/package-attempts/csv', { params: { id } })
      .then(({ name, csv }) => saveRecorded('scores', name, csv))
      .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
    setSaving(false)
  }
  const columns: Column<Row>[] = [
    { key: 'name', head: t('name'), cell: ({ person }) => <PersonCell person={person} below={person.user_no} /> },
    { key: 'state', head: t('state'), cell: (row) => <StateText row={row} /> },
    { key: 'score', head: t('score'), numeric: true, cell: (row) => (lastOf(row)?.score ? number(Number(lastOf(row)?.score), 1) : '') },
    { key: 'time', head: t('time'), numeric: true, cell: (row) => (lastOf(row) ? clock(lastOf(row)!.seconds) : '') },
    { key: 'count', head: t('count'), numeric: true, cell: ({ attempts }) => attempts.length },
    {
      key: 'saved',
      head: t('lastSaved'),
      cell: (row) => <span className="tabular text-text-2">{lastOf(row) ? near(lastOf(row)!.updated_at) : ''}</span>,
    },
    {
      key: 'actions',
      head: t('details'),
      hideHead: true,
      card: 'end',
      cell: (row) => {
        const last = lastOf(row)
        if (!last) return null
        return request.filter === 'deleted' ? (
          <Button size="sm" onClick={() => void restore(id, last.id)}>
            {t('bringBack')}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setShown(last.id)}>
            {t('details')}
          </Button>
        )
      },
    },
  ]
  return (
    <section aria-label={t('attempts')} className="space-y-2.5 pt-1">
      <div className="flex flex-wrap items-end gap-3">
        <h2 className="min-w-0 flex-1 basis-60 text-section font-semibold">{t('attempts')}</h2>
        <Select
          label={t('filter')}
          value={request.filter}
          onChange={(filter) => setRequest((previous) => ({ ...previous, filter, page: 1 }))}
          options={states.map((value) => ({
            value,
            label: value === 'all' || value === 'deleted' ? t(`filter.${value}`) : t(`itemState.${value}`),
          }))}
        />
        <SearchInput
          label={t('findStudent')}
          value={request.keyword}
          busy={isPlaceholderData}
          onSearch={(keyword) => setRequest((previous) => ({ ...previous, keyword, page: 1 }))}
          className="w-[220px] max-tablet:w-full"
        />
        <Button icon={Download} busy={saving} onClick={() => void save()}>
          {t('csv')}
        </Button>
      </div>
      <Banner tone="info" icon={Info}>
        {t('reported')}
      </Banner>
      {error && !data ? (
        <ReadFailed title={t('attemptsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.items.length === 0 ? (
        <Empty title={t('nobody')} text={request.keyword || request.filter !== 'all' ? undefined : t('nobodyText')} />
      ) : (
        <>
          <Table caption={t('attempts')} rows={data.items} rowKey={({ person }) => person.id} columns={columns} />
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
      {shown && (
        <AttemptDrawer activity={id} attempt={shown} onClose={() => setShown(undefined)} onRestore={(one) => void restore(id, one)} />
      )}
    </section>
  )
}

const restore = (activity: string, attempt: string) =>
  call('PUT /api/activities/:id/package-attempts/:attempt/restore', { params: { id: activity, attempt } })
    .catch((error: unknown) => toast({ text: problemText(error), error: true }))
    .finally(() => invalidate('GET /api/activities/:id/package-attempts'))

/** The state of the last attempt, and of its items where there are several. */
function StateText({ row }: { row: Row }) {
  const t = useTexts('packages')
  const last = lastOf(row)
  const done = row.items.filter(({ status, success }) => status === 'completed' || success === 'passed').length
  const state = !last ? 'none' : last.success !== 'unknown' ? last.success : last.status === 'not_attempted' ? 'none' : last.status
  return (
    <>
      {t(`itemState.${state}`)}
      {row.items.length > 1 && <span className="tabular block text-caption text-text-3">{`${done} / ${row.items.length}`}</span>}
    </>
  )
}
