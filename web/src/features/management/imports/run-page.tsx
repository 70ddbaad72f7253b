// An import, /management/imports#/{id}: first a look at what it would change, nothing is done yet; then what it has done, for thirty days with a way back.
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Mail, Undo2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { call, CallFailed } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { useShownTask } from '../../../parts/base/tasks/shown-task.ts'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { dateTime, number, sentences } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { changing, isAtWork, refreshImports, type Run, runQuery, stateTones, sum } from './imports.ts'
import { reasonText } from './reason-text.ts'
import { RunCounts, RunFacts } from './run-counts.tsx'
import { RunLines } from './run-lines.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const TaskProgress = lazy(async () => ({
  default: (await Promise.all([import('../../../parts/base/tasks/task-progress.tsx'), texts('tasks', 'errors')]))[0].TaskProgress,
}))

const TaskCard = lazy(
  async () => (await Promise.all([import('../../../parts/base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]))[0],
)
const taskKinds = ['inviteUsers']
const InvitePeople = laterDialog(
  async () => (await Promise.all([import('../people/invite-people.tsx'), texts('invitations', 'errors')]))[0],
)

/** While the work goes on; the task's own hints end it at once. */
const interval = 5000

export default function RunPage() {
  const t = useTexts('management')
  const tr = useTexts('rosters')
  const { importId = '' } = useParams()
  // read below, where the page is open to who asks
  const { data } = useQuery({ ...runQuery(importId), enabled: false })
  return (
    <ManagementFrame
      title={data ? tr('importOf', { kind: tr(`kind.${data.kind}`) }) : tr('import')}
      back={{ to: paths.managedImports(), label: t('entry.imports') }}
      aside={data && <StateChip run={data} />}
    >
      <Read key={importId} id={importId} />
    </ManagementFrame>
  )
}

function StateChip({ run: { state } }: { run: Run }) {
  const t = useTexts('rosters')
  const looksOnly = state === 'ready' || state === 'held'
  return (
    <span role="status">
      <Chip tone={stateTones[state]} {...(looksOnly && { icon: FlaskConical })}>
        {t(looksOnly ? 'nothingChanged' : `state.${state}`)}
      </Chip>
    </span>
  )
}

function Read({ id }: { id: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? interval : false),
  })
  if (data) return <Opened run={data} />
  if (!error) return <SkeletonRows rows={8} />
  return error instanceof CallFailed && [400, 403, 404].includes(error.status) ? (
    <Refused error={error} byRole />
  ) : (
    <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  )
}

function Opened({ run }: { run: Run }) {
  const t = useTexts('rosters')
  const { id, version, state, task, holds, removals, error, undo_begun } = run
  const navigate = useNavigate()
  const [typed, setTyped] = useState<number | null>(null)
  const [looked, setLooked] = useState(false)
  const ti = useTexts('invitations')
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const [invites, setInvites] = useShownTask(taskKinds, { subject: `import:${id}` })
  const invitable = state === 'applied' && me.may('people.change') && run.counts.some(({ kind, made }) => kind === 'people' && made > 0)
  const shown = useRef(state)
  const { busy, problem, attempt } = useAttempt()
  // lines of another state are others
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    void refreshImports()
  }, [state])
  const count = changing(run)
  const act = (work: () => Promise<unknown>) => attempt(() => work().finally(refreshImports))
  const apply = () =>
    act(() => call('POST /api/data-import/:id/apply', { params: { id }, body: { version, ...(asks && { removals: typed ?? 0 }) } }))
  const undo = () => act(() => call('POST /api/data-import/:id/undo', { params: { id }, body: { version } }))
  const discard = () =>
    attempt(async () => {
      await call('DELETE /api/data-import/:id', { params: { id }, query: { version } })
      await refreshImports()
      navigate(paths.managedImports())
    })
  const waits = state === 'ready' || state === 'held' || (state === 'failed' && !undo_begun)
  // one that has failed halfway is held as it was before
  const asks = waits && holds.length > 0
  const confirmed = removals > 0 ? typed === removals : looked
  const off = count === 0 ? t('nothingToApply') : asks && !confirmed ? t(removals > 0 ? 'typeNumber' : 'confirmFirst') : undefined
  const mayApply = waits && (state !== 'failed' || count > 0)
  const done = sum(run, 'done')
  const partly = undo_begun ? t('partUndone') : done > 0 && t('partApplied', { count: done, number: number(done) })
  const stopped = state === 'failed' && partly
  return (
    <div className="space-y-4 pb-16">
      <Suspense>
        {task && isAtWork(run) && (
          <div className="surface-card p-4">
            <TaskProgress key={task} id={task} onEnd={() => void refreshImports()} />
          </div>
        )}
      </Suspense>
      {(state === 'failed' || error) && (
        <Banner tone="bad" urgent>
          {sentences(error ? reasonText(error) : undefined, stopped) || t('state.failed')}
        </Banner>
      )}
      {asks && (
        <section aria-label={t('state.held')} className="surface-card space-y-3 border-warn-line p-4">
          <ul className="space-y-1 text-warn-text">
            {holds.map((one) => (
              <li key={`${one.code} ${JSON.stringify(one.params)}`}>{reasonText(one)}</li>
            ))}
          </ul>
          {removals > 0 ? (
            <NumberField
              label={t('removals', { count: removals })}
              help={t('removalsHelp')}
              value={typed}
              onChange={setTyped}
              min={0}
              className="w-[260px] max-w-full"
            />
          ) : (
            <Checkbox label={t('looked')} checked={looked} onChange={setLooked} />
          )}
        </section>
      )}
      {problem && (
        <Banner tone="bad" urgent>
          {problem}
        </Banner>
      )}
      <div className="grid gap-4 small:grid-cols-[1fr_320px]">
        <RunCounts run={run} />
        <RunFacts run={run} />
      </div>
      {(waits || run.undo_until || invitable) && (
        <div data-buttons className="flex flex-wrap items-center justify-end gap-2">
          {invitable && (
            <Button icon={Mail} onClick={() => setInviting(true)}>
              {ti('send')}
            </Button>
          )}
          {run.undo_until && (
            <>
              <span className="text-small text-text-2">{t('undoUntil', { time: dateTime(run.undo_until) })}</span>
              <Button icon={Undo2} busy={busy} onClick={undo}>
                {t(undo_begun ? 'undoRest' : 'undo')}
              </Button>
            </>
          )}
          {waits && done === 0 && (
            <Button variant="quiet" busy={busy} onClick={discard}>
              {t('discard')}
            </Button>
          )}
          {mayApply && (
            <Button variant="primary" busy={busy} off={off} onClick={apply}>
              {t('apply', { count: count - done, number: number(count - done) })}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {invites && <TaskCard key={invites} id={invites} onClose={() => setInvites(undefined)} />}
        {isInviting && <InvitePeople which={{ import_id: id }} onClose={() => setInviting(false)} onTask={setInvites} />}
      </Suspense>
      <RunLines run={run} />
    </div>
  )
}
