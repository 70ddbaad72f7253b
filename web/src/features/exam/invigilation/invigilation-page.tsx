// …#/exam/{examId}/invigilation: who writes now, by name, with the time left; time is added, paused, ended, opened again for one or for all.
import {
  CirclePause,
  CirclePlay,
  Clock,
  DoorOpen,
  Ellipsis,
  Flag,
  History,
  type LucideIcon,
  MonitorSmartphone,
  OctagonX,
  RotateCcw,
  Users,
} from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { isCountedDown } from '../../../parts/learning/attempts/server-clock.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { type BulkAction, type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { query } from '../../../queries.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import { clock, dateTime, time, timeWithSeconds } from '../../../ui/format.ts'
import { onDay } from './on-day.ts'
import { nobodyPaused } from './paused.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty } from '../../../ui/states.tsx'
import { ExamFrame } from '../exam-frame.tsx'
import { ExamHeader } from '../exam-header.tsx'
import { ActionDialog, type PendingAction } from './action-dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const EventsDialog = laterDialog(() => import('./events-dialog.tsx'))

type Rows = Answer<'GET /api/activities/:id/invigilation'>
export type Writer = Rows['items'][number]
const states = ['all', 'not_begun', 'running', 'offline', 'submitted'] as const
type State = (typeof states)[number]
const tones: Record<Writer['state'], Tone> = { not_begun: 'neutral', running: 'ok', offline: 'warn', submitted: 'info' }

export default function InvigilationPage() {
  return <ExamFrame teaches>{(activity) => <Content activity={activity} />}</ExamFrame>
}

const conditionsOf = (keyword: string, state: string | undefined) => {
  const conditions = { ...(keyword && { keyword }), ...(state && { state }) }
  return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
}

function Content({ activity }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const say = useTexts('exam')
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const conditions = conditionsOf(find, filters.state)
      return query('GET /api/activities/:id/invigilation', {
        params: { id: activity.id },
        query: { page, page_size: size, ...(conditions && { conditions }) },
      })
    },
    { filters: ['state'], size: 50, refetchDelay: () => 5000 },
  )
  const [known, setKnown] = useState<Rows>()
  if (list.data && list.data !== known) setKnown(list.data)
  const [readAt, setReadAt] = useState({ server: Date.now(), device: Date.now() })
  useEffect(() => {
    if (list.data) setReadAt({ server: Date.parse(list.data.now), device: Date.now() })
  }, [list.data])
  const [tick, setTick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const now = readAt.server + Math.max(0, tick - readAt.device)
  const selection = useSelection<Writer>(list, ({ person }) => person)
  const [asked, setAsked] = useState<PendingAction>()
  const [events, setEvents] = useState<Writer>()
  const { counts } = known ?? {}
  const state: State = states.find((one) => one === list.filters.state) ?? 'all'
  const chosen = selection.rows.map(({ person }) => person)
  const ask = (action: PendingAction['action'], people?: readonly string[], name?: string) =>
    setAsked({ action, ...(people && { people: [...people] }), ...(name !== undefined && { name }) })
  const askReopen = ({ person, name, deadline, submitted_at }: Writer) => {
    const left = deadline && submitted_at ? Math.max(0, Math.floor((Date.parse(deadline) - Date.parse(submitted_at)) / 60_000)) : 0
    setAsked({ action: 'reopen', people: [person], name, left })
  }
  const actions: BulkAction[] = [
    { label: t('addTime'), icon: Clock, run: () => ask('add_time', chosen) },
    { label: t('pause'), icon: CirclePause, run: () => ask('pause', chosen) },
    { label: t('resume'), icon: CirclePlay, run: () => ask('resume', chosen) },
    { label: t('letIn'), icon: DoorOpen, run: () => ask('let_in', chosen) },
    { label: t('reopen'), icon: RotateCcw, run: () => ask('reopen', chosen) },
    { label: t('end'), icon: OctagonX, run: () => ask('end', chosen) },
  ]
  const one = (action: PendingAction['action'], label: string, icon: LucideIcon, { person, name }: Writer) => ({
    label,
    icon,
    onSelect: () => ask(action, [person], name),
  })
  const actionsOf = (row: Writer) =>
    row.state === 'not_begun'
      ? [one('let_in', t('letIn'), DoorOpen, row)]
      : row.state === 'submitted'
        ? [{ label: t('reopen'), icon: RotateCcw, onSelect: () => askReopen(row) }]
        : [
            one('add_time', t('addTime'), Clock, row),
            row.paused ? one('resume', t('resume'), CirclePlay, row) : one('pause', t('pause'), CirclePause, row),
            one('end', t('end'), OctagonX, row),
          ]
  const left = (row: Writer) => (row.deadline ? Math.max(0, Date.parse(row.deadline) - now) : undefined)
  const stateText = (row: Writer) =>
    row.paused && row.state !== 'submitted'
      ? t('state.paused')
      : row.state === 'offline' && row.seen_at
        ? t('offlineSince', { time: onDay(row.seen_at, time, now) })
        : t(`state.${row.state}`)
  const columns: ScreenColumn<Writer>[] = [
    {
      key: 'name',
      head: t('student'),
      text: ({ name }) => name,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar id={row.person} name={row.name} src={row.avatar || null} size={26} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{row.name}</span>
            <span className="tabular block text-caption text-text-3">
              {[row.user_number, !row.member && t('noMember')].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('stateHead'),
      text: stateText,
      cell: (row) => <Chip tone={row.paused && row.state !== 'submitted' ? 'info' : tones[row.state]}>{stateText(row)}</Chip>,
    },
    {
      key: 'answered',
      head: t('answered'),
      numeric: true,
      text: ({ answered, questions }) => `${answered}/${questions}`,
      cell: ({ answered, questions, attempts }) => (attempts > 0 ? say('answeredOf', { answered, total: questions }) : '–'),
    },
    {
      key: 'left',
      head: t('leftOrIn'),
      numeric: true,
      text: (row) => {
        const end = row.state === 'submitted' ? row.submitted_at : row.deadline
        return end ? dateTime(end) : ''
      },
      cell: (row) => {
        const ms = left(row)
        if (row.state === 'submitted') return row.submitted_at ? t('inAt', { time: onDay(row.submitted_at, timeWithSeconds, now) }) : ''
        if (row.paused) return say('pausedShort')
        return ms === undefined ? '–' : isCountedDown(ms) ? clock(ms / 1000) : t('noEnd')
      },
    },
    {
      key: 'flags',
      head: t('flags'),
      text: ({ flags, device_changes }) => `${flags} ${device_changes}`,
      cell: ({ flags, device_changes, late }) => (
        <span className="flex flex-wrap gap-1.5">
          {flags > 0 && (
            <Chip tone="warn" icon={Flag}>
              {t('leftTimes', { count: flags })}
            </Chip>
          )}
          {device_changes > 0 && (
            <Chip tone="outline" icon={MonitorSmartphone}>
              {t('devices', { count: device_changes })}
            </Chip>
          )}
          {late > 0 && <Chip tone="bad">{t('lateCount', { count: late })}</Chip>}
        </span>
      ),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      card: 'end',
      cell: (row) => (
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: row.name }), icon: Ellipsis } }}
          groups={[
            { items: actionsOf(row) },
            ...(row.attempts > 0 ? [{ items: [{ label: t('history'), icon: History, onSelect: () => setEvents(row) }] }] : []),
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <ExamHeader course={activity.course_id} exam={activity.id} title={activity.title} about={t('toInvigilation')}>
        <Button icon={Clock} onClick={() => ask('add_time')}>
          {t('addTimeAll')}
        </Button>
        <Button icon={CirclePause} onClick={() => ask('pause')}>
          {t('pauseAll')}
        </Button>
        <Button icon={CirclePlay} off={known && nobodyPaused(known) ? t('nobodyPaused') : undefined} onClick={() => ask('resume')}>
          {t('resumeAll')}
        </Button>
      </ExamHeader>
      <div className="w-full flex-1 space-y-3 p-6 max-tablet:p-4">
        {known?.paused && (
          <Banner tone="info" icon={CirclePause}>
            {t('standsStill')}
          </Banner>
        )}
        <Segmented
          label={t('stateHead')}
          value={state}
          onChange={(next) => list.change({ filters: { state: next === 'all' ? undefined : next } })}
          options={states.map((value) => ({
            value,
            label: counts
              ? `${value === 'all' ? t('all') : t(`state.${value}`)} ${counts[value]}`
              : value === 'all'
                ? t('all')
                : t(`state.${value}`),
            ...(value === 'all' && { icon: Users }),
          }))}
        />
        <TableScreen<Writer>
          name="invigilation"
          caption={t('toInvigilation')}
          list={list}
          columns={columns}
          rowKey={({ person }) => person}
          search={t('findStudent')}
          selection={{ of: selection, label: ({ name }) => t('choose', { name }), actions }}
          exportName={activity.title}
          failedTitle={t('invigilationFailed')}
          empty={<Empty title={t('nobody')} text={t('nobodyText')} />}
          nothingFits={
            <Empty title={t('nothingFits')}>
              <Button onClick={list.clear}>{t('clearFilter')}</Button>
            </Empty>
          }
        />
        <p className="text-small text-text-3">{t('invigilationNote')}</p>
      </div>
      {asked && (
        <ActionDialog
          activity={activity.id}
          asked={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            selection.clear()
            list.retry()
          }}
        />
      )}
      {events && (
        <Suspense>
          <EventsDialog writer={events} onClose={() => setEvents(undefined)} onTaken={list.retry} />
        </Suspense>
      )}
    </>
  )
}
