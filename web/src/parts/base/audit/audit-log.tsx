// The audit log as a list, newest first: filters by action and day, and by a person or course that a line names. More lines come on demand.
import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { type Answer, call, CallFailed } from '../../../client.ts'
import { type TextKey, useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { isLocal } from '../../../ui/dates.ts'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { FilterFold } from '../table/filter-fold.tsx'
import { ReadFailed } from '../errors/read-failed.tsx'
import { Refused } from '../errors/refused.tsx'
import { actionNames, actionText, changesOf, changeText, type Line, type Names, subjectText } from './audit-values.ts'
import { momentOf } from '../../../ui/zone.ts'

type Log = Answer<'GET /api/audit'>
const ids = ['actor', 'person', 'course'] as const
const filters = [...ids, 'action', 'from', 'to'] as const
type Filter = (typeof filters)[number]
type Filters = Partial<Record<Filter, string>>

/** A day of the reader's zone as its first or last moment; an unreadable one narrows nothing. */
const moment = (day: string | undefined, time: string) =>
  day && isLocal(day, 'date') ? { at: momentOf(new Date(`${day}T${time}`)).toISOString() } : undefined

function queryOf({ from, to, ...same }: Filters) {
  const [first, last] = [moment(from, '00:00:00.000'), moment(to, '23:59:59.999')]
  return { ...same, ...(first && { from: first.at }), ...(last && { to: last.at }) }
}

export function AuditLog() {
  const t = useTexts('audit')
  const tui = useTexts('ui')
  const [params, setParams] = useSearchParams()
  const chosen: Filters = Object.fromEntries(filters.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
  const filter = (changes: Filters, replace = false) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
    setParams(next, { replace, preventScrollReset: true })
  }
  const query = queryOf(chosen)
  const log = useInfiniteQuery({
    queryKey: ['GET /api/audit', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<Log> =>
      call('GET /api/audit', { query: { ...query, limit: 50, ...(pageParam && { before: pageParam }) }, signal }),
    getNextPageParam: ({ more, items }: Log) => (more ? items.at(-1)?.id : undefined),
  })
  const { error } = log
  if (error instanceof CallFailed && error.status === 403) return <Refused error={error} byRole />
  const pages = log.data?.pages ?? []
  const names: Names = Object.assign({}, ...pages.map((page) => page.names))
  const lines = pages.flatMap(({ items }) => items) as Line[]
  const narrowed = Object.keys(chosen).length > 0
  const clear = () => filter(Object.fromEntries(filters.map((name) => [name, ''])))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <FilterFold count={(['action', 'from', 'to'] as const).filter((name) => chosen[name]).length}>
          <Select
            label={t('what')}
            value={chosen.action ?? ''}
            onChange={(action) => filter({ action })}
            options={[{ value: '', label: t('anyAction') }, ...actionNames().map((value) => ({ value, label: actionText(value) }))]}
            className="w-[280px] max-tablet:w-full"
          />
          <DateField label={t('from')} value={chosen.from ?? ''} onChange={(from) => filter({ from }, true)} className="w-[170px]" />
          <DateField label={t('to')} value={chosen.to ?? ''} onChange={(to) => filter({ to }, true)} className="w-[170px]" />
        </FilterFold>
        <NamedFilters chosen={chosen} names={names} onRemove={(name) => filter({ [name]: '' })} />
      </div>
      {pages.some(({ away }) => away.length > 0) && (
        <div className="mb-3">
          <Banner tone="warn">{t('away')}</Banner>
        </div>
      )}
      {error && lines.length === 0 ? (
        <ReadFailed error={error} at={log.errorUpdatedAt} title={t('failed')} onRetry={() => void log.refetch()} />
      ) : log.isPending ? (
        <SkeletonRows rows={6} />
      ) : lines.length === 0 ? (
        narrowed ? (
          <Empty title={t('noneFit')}>
            <Button onClick={clear}>{t('showAll')}</Button>
          </Empty>
        ) : (
          <Empty title={t('none')} text={t('noneText')} />
        )
      ) : (
        <>
          <Lines lines={lines} names={names} onFilter={filter} />
          {log.hasNextPage && (
            <div className="mt-3 flex justify-center">
              <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                {tui('more')}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

const filterTexts = { actor: 'filterWho', person: 'filterWhom', course: 'filterCourse' } as const satisfies Record<
  (typeof ids)[number],
  TextKey<'audit'>
>

/** The people and the course that narrow the log, each with a button that takes it away. */
function NamedFilters({ chosen, names, onRemove }: { chosen: Filters; names: Names; onRemove: (name: Filter) => void }) {
  const t = useTexts('audit')
  return ids.flatMap((name) => {
    const id = chosen[name]
    if (!id) return []
    const text = t(filterTexts[name], { name: names[id] ?? t('erased') })
    return [
      <span
        key={name}
        className="inline-flex min-h-(--control) items-center gap-1 rounded-full bg-accent-soft pl-3 text-small text-accent-soft-text"
      >
        {text}
        <button
          type="button"
          aria-label={t('withoutFilter', { name: text })}
          onClick={() => onRemove(name)}
          className="inline-flex size-(--control) items-center justify-center rounded-full hover:bg-hover"
        >
          <X aria-hidden size={14} strokeWidth={2} />
        </button>
      </span>,
    ]
  })
}

function Lines({ lines, names, onFilter }: { lines: Line[]; names: Names; onFilter: (filter: Filters) => void }) {
  const t = useTexts('audit')
  const named = (name: 'actor' | 'person' | 'course', id: string) => (
    <button
      type="button"
      aria-label={t('only', { name: names[id] ?? t('erased') })}
      onClick={() => onFilter({ [name]: id })}
      className="min-h-6 text-left hover:underline"
    >
      {names[id] ?? t('erased')}
    </button>
  )
  const columns: Column<Line>[] = [
    { key: 'what', head: t('what'), cell: ({ action }) => <span className="font-medium">{actionText(action)}</span> },
    {
      key: 'who',
      head: t('who'),
      card: 'below',
      cell: ({ actor, address }) => (
        <span className="flex flex-col">
          {actor ? named('actor', actor) : t('system')}
          {address && <span className="text-caption text-text-3">{address}</span>}
        </span>
      ),
    },
    {
      key: 'whom',
      head: t('whom'),
      cell: (line) => {
        const subject = subjectText(line, names)
        return (
          <span className="flex flex-col items-start">
            {line.person && named('person', line.person)}
            {line.course && named('course', line.course)}
            {subject && <span>{subject}</span>}
          </span>
        )
      },
    },
    {
      key: 'changes',
      head: t('changes'),
      card: 'more',
      cell: (line) => (
        <ul className="min-w-0 text-small text-text-2">
          {changesOf(t, line, names).map((change) => {
            const text = changeText(t, change)
            return (
              <li key={text} className="break-words">
                {text}
              </li>
            )
          })}
        </ul>
      ),
    },
    { key: 'when', head: t('when'), card: 'below', width: 150, cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
  ]
  return <Table caption={t('caption')} columns={columns} rows={lines} rowKey={({ id }) => id} />
}
