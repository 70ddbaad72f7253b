// Exports and imports of the organisation, /management/exports: who took which data out of it, and the runs of its register of courses.
import { Download, FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type Answer, call, currentScope } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { saveFile } from '../../../parts/base/table/csv.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { bytesOf } from '../../../parts/learning/banks/base64.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { useMe } from '../../../session/session.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { addDays, isLocal, momentOfDay } from '../../../ui/dates.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { dateTime, number } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { RegisterRuns } from './register-runs.tsx'
import { stateOf, states, stateTones } from './states.ts'

type Export = Answer<'GET /api/management/exports'>['items'][number]
const kinds = [
  'people',
  'roster',
  'questions',
  'attendance',
  'topic',
  'list',
  'scores',
  'answers',
] as const satisfies readonly Export['kind'][]
const views = ['exports', 'register'] as const

export default function ExportsPage() {
  const tm = useTexts('management')
  const t = useTexts('exports')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const view = (!me.bound && views.find((one) => one === params.get('view'))) || 'exports'
  return (
    <ManagementFrame title={tm('entry.exports')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        {me.bound ? (
          <span />
        ) : (
          <Segmented
            label={t('view')}
            value={view}
            onChange={(next) => setParams(next === 'exports' ? {} : { view: next })}
            options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
        )}
        {me.may('people.import') && !me.bound && (
          <Link to={paths.managedImports()} className={buttonLook('secondary')}>
            <FileDown aria-hidden size={16} strokeWidth={1.75} />
            {t('imports')}
          </Link>
        )}
      </div>
      {view === 'exports' ? <Exports /> : <RegisterRuns />}
    </ManagementFrame>
  )
}

/** The filters as the call takes them; what is unreadable narrows nothing. */
function conditionsOf(find: string, { kind, state, from, to }: Readonly<Record<string, string | undefined>>) {
  const [knownKind, knownState] = [kinds.find((one) => one === kind), states.find((one) => one === state)]
  return {
    ...(find && { q: find }),
    ...(knownKind && { kind: knownKind }),
    ...(knownState && { state: knownState }),
    ...(from && isLocal(from, 'date') && { from: momentOfDay(from) }),
    ...(to && isLocal(to, 'date') && { to: momentOfDay(addDays(to, 1)) }),
  }
}

function Exports() {
  const t = useTexts('exports')
  const tm = useTexts('management')
  const list = usePaged(
    ({ page, size, find, filters }) =>
      query('GET /api/management/exports', { query: { page, page_size: size, ...conditionsOf(find, filters) } }),
    {
      filters: ['kind', 'state', 'from', 'to'],
      refetchDelay: ({ items }) => (items.some(({ state }) => state === 'running') ? 5000 : false),
    },
  )
  const filter = (filters: Record<string, string | undefined>) => list.change({ filters })
  const { problem, attempt } = useAttempt()
  const [fetched, setFetched] = useState<string>()
  const fetchQuestions = (id: string) =>
    attempt(async () => {
      setFetched(id)
      const { name, mime, content } = await call('GET /api/question-exports/:id/file', { params: { id } }).finally(() =>
        setFetched(undefined),
      )
      saveFile(name, bytesOf(content), mime)
    })
  const fileText = ({ file, name, by, mine, state }: Export) => {
    if (name !== null) return t('savedByPage')
    if (!file) return state === 'finished' ? t('noFile') : '–'
    if (file.until) return t('keptUntil', { time: dateTime(file.until) })
    return mine ? t('amongYours') : t('amongTheirs', { name: by.name })
  }
  const columns: ScreenColumn<Export>[] = [
    {
      key: 'kind',
      head: t('kind'),
      text: ({ kind }) => t(`kind.${kind}`),
      cell: ({ kind }) => <b className="font-medium">{t(`kind.${kind}`)}</b>,
    },
    {
      key: 'by',
      head: t('by'),
      width: 170,
      text: ({ by }) => by.name,
      cell: ({ by }) => <bdi className="wrap-anywhere">{by.name}</bdi>,
    },
    {
      key: 'started_at',
      head: t('begun'),
      width: 160,
      text: ({ started_at }) => dateTime(started_at),
      cell: ({ started_at }) => <span className="tabular">{dateTime(started_at)}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      width: 150,
      card: 'end',
      text: ({ state }) => t(`state.${state}`),
      cell: ({ state, error }) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <Chip tone={stateTones[state]}>{t(`state.${state}`)}</Chip>
          {error && <span className="text-small wrap-anywhere text-text-2">{stateOf(error) ?? translateIfPresent('tasks', 'failed')}</span>}
        </span>
      ),
    },
    {
      key: 'rows',
      head: t('rows'),
      width: 90,
      numeric: true,
      card: 'more',
      text: ({ rows }) => (rows === null ? '' : String(rows)),
      cell: ({ rows }) => (rows === null ? '–' : number(rows)),
    },
    {
      key: 'file',
      head: t('file'),
      card: 'more',
      text: (one) => [one.file?.name ?? one.name, fileText(one)].filter(Boolean).join(', '),
      cell: (one) => (
        <span>
          {(one.file ?? one.name) && <bdi className="block wrap-anywhere">{one.file?.name ?? one.name}</bdi>}
          <span className="text-small text-text-2">{fileText(one)}</span>
        </span>
      ),
    },
    {
      key: 'download',
      head: t('get'),
      hideHead: true,
      width: 150,
      cell: ({ id, file, mine }) =>
        file &&
        mine &&
        (file.upload ? (
          <a
            href={`/api/uploads/${file.upload}/blob?scope=${currentScope()?.org ?? ''}`}
            download={file.name}
            aria-label={t('download', { name: file.name })}
            className={buttonLook('secondary', 'sm')}
          >
            <Download aria-hidden size={16} strokeWidth={1.75} />
            {t('get')}
          </a>
        ) : (
          <Button
            size="sm"
            icon={Download}
            busy={fetched === id}
            aria-label={t('download', { name: file.name })}
            onClick={() => void fetchQuestions(id)}
          >
            {t('get')}
          </Button>
        )),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('listText')}</p>
      {problem && (
        <div className="mb-3">
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        </div>
      )}
      <TableScreen<Export>
        name="management.exports"
        caption={t('view.exports')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('find')}
        filters={
          <div className="flex flex-1 flex-wrap items-end gap-2">
            <Select
              label={t('kind')}
              hideLabel
              value={list.filters.kind ?? ''}
              onChange={(kind) => filter({ kind: kind || undefined })}
              options={[{ value: '', label: t('anyKind') }, ...kinds.map((kind) => ({ value: kind as string, label: t(`kind.${kind}`) }))]}
              className="w-[170px] max-tablet:w-full"
            />
            <Select
              label={t('state')}
              hideLabel
              value={list.filters.state ?? ''}
              onChange={(state) => filter({ state: state || undefined })}
              options={[
                { value: '', label: t('anyState') },
                ...states.map((state) => ({ value: state as string, label: t(`state.${state}`) })),
              ]}
              className="w-[140px] max-tablet:w-full"
            />
            <DateField
              label={t('from')}
              value={list.filters.from ?? ''}
              onChange={(from) => filter({ from: from || undefined })}
              className="w-[150px]"
            />
            <DateField
              label={t('to')}
              value={list.filters.to ?? ''}
              onChange={(to) => filter({ to: to || undefined })}
              className="w-[150px]"
            />
          </div>
        }
        exportName={tm('entry.exports')}
        failedTitle={tm('failed')}
        empty={<Empty title={t('none')} text={t('noneText')} />}
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
    </>
  )
}
