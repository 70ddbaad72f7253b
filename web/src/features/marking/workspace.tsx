// The marking workspace of an activity: the list of submissions, one work, what it is given. From one person to the next no page changes.
import { holding } from '@lyceum/kit/text/folded'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, MoreHorizontal, PanelLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { activityHref } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import type { Session } from '../../session/session.ts'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { Drawer } from '../../ui/dialogs/dialog.tsx'
import { near } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { closeKept, prepareWork } from './ahead.ts'
import { authorName, markingQuery, submissionQuery, useSubmissions } from './queries.ts'
import { query } from '../../queries.ts'
import { type Filter, fits, isToMark, SubmissionList } from './submission-list.tsx'
import { firstTools } from './toolbar.tsx'
import { Work } from './work.tsx'

const height = 'h-[calc(100dvh-var(--shown-bar)-var(--nav))] max-tablet:h-auto'

export function Workspace({ activity, session }: { activity: Activity; session: Session }) {
  const t = useTexts('marking')
  const go = useNavigate()
  const [parameters] = useSearchParams()
  const addressed = parameters.get('submission') ?? undefined
  // The work is shown before the address has followed: a navigation takes its time.
  const [current, setCurrent] = useState(addressed)
  useEffect(() => setCurrent(addressed), [addressed])
  const mayLeave = useRef(true)
  const { rows, counts, data, error, errorUpdatedAt, refetch } = useSubmissions(activity.id)
  const [filter, setFilter] = useState<Filter>()
  const [find, setFind] = useState('')
  const [hidden, setHidden] = useState(false)
  const [listOpen, setListOpen] = useState(false)
  const [tools, setTools] = useState(firstTools)
  /** Opened since the filter was chosen: they stay in the list when they fit no longer. */
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const stageBox = useRef<HTMLDivElement>(null)
  const copy = useRef<(() => void) | undefined>(undefined)
  const { data: rubric } = useQuery({
    ...query('GET /api/activities/:id/rubric', { params: { id: activity.id }, query: {} }),
    staleTime: 60_000,
  })
  const work = useQuery({ ...submissionQuery(current ?? ''), enabled: current !== undefined })
  const given = useQuery({ ...markingQuery(current ?? ''), enabled: current !== undefined })
  const submission = useMemo(() => work.data && given.data && { ...work.data, ...given.data }, [work.data, given.data])
  const workError = work.error ?? given.error
  const person = useRef<HTMLHeadingElement>(null)
  /** The work that had the focus leaves the page with it: the focus goes on with the next person. */
  const goesOn = useRef(false)
  useEffect(() => {
    if (!submission || !goesOn.current) return
    goesOn.current = false
    person.current?.focus({ preventScroll: true })
  }, [submission])

  const chosen = filter ?? (current === undefined && (counts?.to_mark ?? 0) > 0 ? 'to_mark' : 'all')
  const numbered = useMemo(() => rows.map((row, i) => ({ row, number: row.author.number ?? i + 1 })), [rows])
  const shown = useMemo(() => {
    const holds = holding(find)
    return numbered.filter(
      ({ row, number }) =>
        (fits(row, chosen) || (row.id !== null && (visited.has(row.id) || row.id === current))) &&
        holds(...(hidden ? [] : [authorName(row.author, t), row.author.user_no]), String(number)),
    )
  }, [numbered, chosen, visited, current, find, hidden])
  const works = useMemo(() => shown.flatMap(({ row }) => (row.id ? [row] : [])), [shown])
  const at = works.findIndex(({ id }) => id === current)
  const open = (id: string) => {
    setListOpen(false)
    if (mayLeave.current) setCurrent(id)
    void go(paths.markWork(activity.course_id, activity.id, id), { replace: true, preventScrollReset: true })
  }
  const move = (by: 1 | -1) => {
    const to = works[at + by]
    if (to?.id) open(to.id)
  }
  const next = () => {
    const rest = [...works.slice(at + 1), ...works.slice(0, Math.max(0, at))]
    const to = rest.find((row) => isToMark(row) && row.id !== current) ?? works[at + 1]
    if (!to?.id) return
    goesOn.current = true
    open(to.id)
  }
  // without a work in the address the first that is to be marked
  useEffect(() => {
    const first = works.find(isToMark) ?? works[0]
    if (!current && first?.id) open(first.id)
  }, [current, works.length > 0])
  useEffect(() => {
    if (!current) return
    setVisited((before) => new Set(before).add(current))
    // the neighbours are opened once this work is shown
    const around = [works[at + 1]?.id, works[at - 1]?.id, works[at + 2]?.id]
    let alive = true
    const timer = setTimeout(async () => {
      const width = (stageBox.current?.clientWidth ?? 700) - 40
      for (const id of around) if (alive && id) await prepareWork(id, width).catch(() => {})
    }, 250)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [current, works.length, at])
  useEffect(() => closeKept, [])

  const marked = rows.filter(({ marking, rework }) => marking === 'done' && !rework).length
  const handedIn = rows.filter(({ id }) => id !== null).length
  const markedOf = t('markedOf', { marked, total: handedIn })
  const list = (className: string) => (
    <SubmissionList
      rows={shown}
      counts={{
        all: data?.total ?? rows.length,
        to_mark: rows.filter((row) => fits(row, 'to_mark')).length,
        late: rows.filter((row) => fits(row, 'late')).length,
      }}
      current={current}
      filter={chosen}
      find={find}
      hidden={hidden}
      onFilter={(to) => {
        setFilter(to)
        setVisited(new Set())
      }}
      onFind={setFind}
      onOpen={open}
      className={className}
    />
  )
  const hiddenAs = hidden ? numbered.find(({ row }) => row.id === current)?.number : undefined
  return (
    <div className={`flex flex-col max-tablet:[--work-head:61px] ${height}`}>
      <header className="flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 max-tablet:sticky max-tablet:top-(--shown-bar) max-tablet:z-(--z-index-head) max-tablet:pr-2 [@media(max-height:400px)]:static">
        <BackLink to={activityHref(activity)} label={t('back')} />
        <span className="min-[1180px]:hidden">
          <IconButton label={t('submissions')} icon={PanelLeft} onClick={() => setListOpen(true)} aria-haspopup="dialog" />
        </span>
        <div className="flex min-w-0 flex-1 items-baseline gap-x-3 max-tablet:flex-col">
          <PageTitle
            title={`${t('title')} · ${activity.title}`}
            className="max-w-full truncate font-title text-title font-bold max-tablet:text-section"
          >
            {activity.title}
          </PageTitle>
          <span className="tabular max-w-full shrink-0 truncate text-small text-text-2 max-tablet:text-caption">
            {handedIn > 0 && (
              <span className="small:hidden">
                {markedOf}
                {activity.due_time && ' · '}
              </span>
            )}
            {activity.due_time && t('dueAt', { when: near(activity.due_time) })}
          </span>
        </div>
        <div className="flex items-center gap-2 max-small:hidden">
          <ProgressBar label={t('marked')} value={handedIn ? (marked / handedIn) * 100 : 0} className="w-[88px]" />
          <span className="tabular text-small whitespace-nowrap text-text-2">{markedOf}</span>
        </div>
        {!data?.anonymous && (
          <div className="max-small:hidden">
            <Switch label={t('hideNames')} checked={hidden} onChange={setHidden} />
          </div>
        )}
        <nav aria-label={t('neighbours')} className="flex shrink-0 gap-2 max-tablet:gap-0">
          <IconButton
            variant="bordered"
            label={t('withKey', { name: t('previous'), key: 'K' })}
            icon={ChevronLeft}
            off={at > 0 ? undefined : t('isFirst')}
            onClick={() => move(-1)}
          />
          <IconButton
            variant="bordered"
            label={t('withKey', { name: t('next'), key: 'J' })}
            icon={ChevronRight}
            off={at < works.length - 1 ? undefined : t('isLast')}
            onClick={() => move(1)}
          />
        </nav>
        <Menu
          align="end"
          trigger={{ kind: 'icon', props: { label: t('moreActions'), icon: MoreHorizontal } }}
          groups={[
            {
              items: [
                { label: t('copyPdf'), icon: Download, onSelect: () => copy.current?.(), off: submission ? undefined : t('nothingOpen') },
                ...(data?.anonymous ? [] : [{ label: t('hideNames'), current: hidden, onSelect: () => setHidden(!hidden) }]),
              ],
            },
          ]}
        />
      </header>
      <div className="flex min-h-0 flex-1 max-tablet:flex-col">
        {list('w-[236px] shrink-0 max-[1179px]:hidden')}
        {error && !data ? (
          <div className="m-auto p-6">
            <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
          </div>
        ) : workError && !submission ? (
          <div className="m-auto p-6">
            <ReadFailed
              error={workError}
              at={work.errorUpdatedAt || given.errorUpdatedAt}
              onRetry={() => void Promise.all([work.refetch(), given.refetch()])}
            />
          </div>
        ) : submission && submission.activity_id === activity.id && rubric !== undefined ? (
          <Work
            key={submission.id}
            submission={submission}
            rubric={submission.rubric ?? (rubric.criteria.length > 0 ? rubric : null)}
            secondMarker={activity.settings?.second_marker === true}
            me={{ id: session.user.id, name: session.user.name }}
            hiddenAs={hiddenAs}
            tools={tools}
            onTools={(change) => setTools((before) => ({ ...before, ...change }))}
            stageBox={stageBox}
            person={person}
            mayLeave={mayLeave}
            onCopy={copy}
            onNext={next}
            onBack={() => open(submission.id)}
            onMove={move}
          />
        ) : data && handedIn === 0 ? (
          <div className="m-auto max-w-[420px] p-6">
            <Empty title={t('nothingYet')} text={t('nothingYetText')} />
          </div>
        ) : (
          <div className="flex-1 p-6">
            <Bone className="mx-auto h-[70%] max-w-[640px]" />
          </div>
        )}
      </div>
      <Drawer open={listOpen} onClose={() => setListOpen(false)} title={t('submissions')}>
        {list('h-[70dvh] !border-r-0')}
      </Drawer>
    </div>
  )
}
