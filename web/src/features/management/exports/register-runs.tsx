// Runs of the register of courses, with the outcomes of their lines.
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime, number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { stateOf, states, stateTones } from './states.ts'

type Run = Answer<'GET /api/management/course-register/runs'>['items'][number]

export function RegisterRuns() {
  const t = useTexts('exports')
  const tm = useTexts('management')
  const tt = useTexts('tasks')
  const list = usePaged(
    ({ page, size, filters }) => {
      const state = states.find((one) => one === filters.state)
      return query('GET /api/management/course-register/runs', { query: { page, page_size: size, ...(state && { state }) } })
    },
    {
      filters: ['state'],
      refetchDelay: ({ items }) => (items.some(({ state }) => state === 'running') ? 5000 : false),
    },
  )
  const linesOf = ({ done, skipped, failed }: Run) => tt('reportSum', { done, skipped, failed })
  const columns: ScreenColumn<Run>[] = [
    {
      key: 'started_at',
      head: t('begun'),
      width: 160,
      text: ({ started_at }) => dateTime(started_at),
      cell: ({ started_at }) => <span className="tabular font-medium">{dateTime(started_at)}</span>,
    },
    {
      key: 'by',
      head: t('by'),
      width: 200,
      text: ({ by }) => by?.name ?? '',
      cell: ({ by }) => (by ? <bdi className="wrap-anywhere">{by.name}</bdi> : '–'),
    },
    {
      key: 'state',
      head: t('state'),
      width: 220,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state, error, held }) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <Chip tone={stateTones[state]}>{t(`state.${state}`)}</Chip>
          {error && <span className="text-small wrap-anywhere text-text-2">{stateOf(error) ?? tt('failed')}</span>}
          {held !== null && <span className="text-small text-warn-text">{t('heldBack', { count: held })}</span>}
        </span>
      ),
    },
    {
      key: 'courses',
      head: t('courses'),
      width: 110,
      numeric: true,
      card: 'more',
      text: ({ courses }) => (courses === null ? '' : String(courses)),
      cell: ({ courses }) => (courses === null ? '–' : number(courses)),
    },
    {
      key: 'lines',
      head: tt('report'),
      card: 'more',
      text: linesOf,
      cell: (run) => <span className={run.failed > 0 ? 'text-bad-text' : 'text-text-2'}>{linesOf(run)}</span>,
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('registerText')}</p>
      <TableScreen<Run>
        name="management.register-runs"
        caption={t('view.register')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        filters={
          <Select
            label={t('state')}
            hideLabel
            value={list.filters.state ?? ''}
            onChange={(state) => list.change({ filters: { state: state || undefined } })}
            options={[
              { value: '', label: t('anyState') },
              ...states.map((state) => ({ value: state as string, label: t(`state.${state}`) })),
            ]}
            className="w-[200px] max-tablet:w-full"
          />
        }
        exportName={t('view.register')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('noRuns')} />}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
    </>
  )
}
