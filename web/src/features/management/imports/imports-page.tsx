// Imports of the school's register, /management/imports: each with what it has changed; a new one is checked before anything changes.
import { Download, FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { useShownTask } from '../../../parts/base/tasks/shown-task.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { dateTime, list as joined, number } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { importFilters, importKinds, isAtWork, outcomes, type Run, runsQuery, stateTones, sum } from './imports.ts'

const NewImport = laterDialog(async () => (await Promise.all([import('./new-import.tsx'), texts('upload', 'errors')]))[0])
const TaskCard = lazy(
  async () => (await Promise.all([import('../../../parts/base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]))[0],
)
const taskKinds = ['exportRoster']

export default function ImportsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.imports')}>
      <Imports />
    </ManagementFrame>
  )
}

const states = Object.keys(stateTones) as Run['state'][]

function Imports() {
  const t = useTexts('rosters')
  const tm = useTexts('management')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const list = usePaged(runsQuery, {
    filters: importFilters,
    refetchDelay: ({ items }) => (items.some(isAtWork) ? 5000 : false),
  })
  const add = (
    <span {...dialogTrigger}>
      <Button icon={FileUp} variant="primary" onClick={() => setOpen(true)}>
        {t('newImport')}
      </Button>
    </span>
  )
  const [task, setTask] = useShownTask(taskKinds)
  const { busy, problem, attempt } = useAttempt()
  const exportAll = () => attempt(async () => setTask((await call('POST /api/data-import/exports', { body: { kind: 'oneroster' } })).task))
  const exportButton = (
    <Button icon={Download} busy={busy} onClick={() => void exportAll()}>
      {t('export')}
    </Button>
  )
  const outcomeText = (run: Run) =>
    outcomes.flatMap((of) => (of !== 'same' && sum(run, of) > 0 ? [`${t(`outcome.${of}`)} ${number(sum(run, of))}`] : []))
  const columns: ScreenColumn<Run>[] = [
    {
      key: 'files',
      head: t('files'),
      text: ({ files }) => files.map(({ name }) => name).join(', '),
      cell: ({ id, files, kind }) => (
        <Link to={paths.managedImport(id)} className="font-medium wrap-anywhere hover:underline">
          {files.length > 0 ? joined(files.map(({ name }) => name)) : t(`kind.${kind}`)}
        </Link>
      ),
    },
    { key: 'kind', head: t('kind'), width: 180, text: ({ kind }) => t(`kind.${kind}`), cell: ({ kind }) => t(`kind.${kind}`) },
    { key: 'source', head: t('source'), optional: 'hidden', text: ({ source }) => source, cell: ({ source }) => source },
    {
      key: 'result',
      head: t('result'),
      text: (run) => outcomeText(run).join(', '),
      cell: (run) => <span className="tabular text-text-2">{joined(outcomeText(run)) || '–'}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      width: 150,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state }) => <Chip tone={stateTones[state]}>{t(`state.${state}`)}</Chip>,
    },
    {
      key: 'by',
      head: t('by'),
      optional: true,
      width: 160,
      card: 'more',
      text: ({ by }) => by?.name ?? '',
      cell: ({ by }) => by && <bdi>{by.name}</bdi>,
    },
    {
      key: 'created_at',
      head: t('begun'),
      width: 150,
      card: 'more',
      text: ({ created_at }) => dateTime(created_at),
      cell: ({ created_at }) => <span className="tabular text-text-2">{dateTime(created_at)}</span>,
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('text')}</p>
      {problem && (
        <div className="mb-3">
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        </div>
      )}
      <Suspense>{task && <TaskCard key={task} id={task} onClose={() => setTask(undefined)} />}</Suspense>
      <TableScreen<Run>
        name="management.imports"
        caption={tm('entry.imports')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        filters={
          <div className="flex flex-wrap gap-2 *:w-[200px] *:max-tablet:w-full">
            <Select
              label={t('kind')}
              hideLabel
              value={list.filters.kind ?? ''}
              onChange={(kind) => list.change({ filters: { ...list.filters, kind: kind || undefined } })}
              options={[
                { value: '', label: t('anyKind') },
                ...importKinds.map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) })),
              ]}
            />
            <Select
              label={t('state')}
              hideLabel
              value={list.filters.state ?? ''}
              onChange={(state) => list.change({ filters: { ...list.filters, state: state || undefined } })}
              options={[
                { value: '', label: t('anyState') },
                ...states.map((state) => ({ value: state as string, label: t(`state.${state}`) })),
              ]}
            />
          </div>
        }
        actions={
          <>
            {exportButton}
            {add}
          </>
        }
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('none')} text={t('noneText')}>
            {add}
            {exportButton}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      <Suspense>{open && <NewImport onClose={() => setOpen(false)} onMade={(id) => navigate(paths.managedImport(id))} />}</Suspense>
    </>
  )
}
