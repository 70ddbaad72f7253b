// A task that somebody waits for: how far it is, how it ended, and what became of each item.
import { wholePercent } from '@lyceum/kit/percent'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { percent } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../errors/problem-text.ts'
import { ReadFailed } from '../errors/read-failed.tsx'
import { taskRead } from './task-read.ts'

export type Task = Answer<'GET /api/tasks/:id'>
/** Lines of a report at first. */
const firstLines = 20

/** A task as it is now, where TaskProgress follows it. */
export const useTask = (id: string | undefined): Task | undefined => useQuery({ ...taskRead(id ?? ''), enabled: id !== undefined }).data

/** Follows a task by its hints, and every 5 s while it runs: a hint may be lost. `onEnd`: once it no longer runs. */
export function TaskProgress({ id, onEnd }: { id: string; onEnd?: () => void }) {
  const read = taskRead(id)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...read,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 5000 : false),
  })
  const ended = data !== undefined && data.state !== 'running'
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (ended) latest.current?.()
  }, [ended])
  const [cancelling, setCancelling] = useState(false)
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonText lines={2} />
  const cancel = () => {
    setCancelling(true)
    void call('PUT /api/tasks/:id/cancel', { params: { id } })
      .then(
        (task) => queryClient.setQueryData(read.queryKey, task),
        (failure: unknown) => toast({ text: problemText(failure), error: true }),
      )
      .finally(() => setCancelling(false))
  }
  return <TaskState task={data} cancelling={cancelling} onCancel={cancel} />
}

/** The task as it is. `label`: what is being done; else the text of its kind. */
export function TaskState({
  task,
  label: own,
  cancelling = false,
  onCancel,
}: {
  task: Task
  label?: string | undefined
  cancelling?: boolean
  onCancel?: () => void
}) {
  const t = useTexts('tasks')
  const label = own ?? translateIfPresent('tasks', `kind.${task.kind}`) ?? t('progress')
  return (
    <section aria-label={label} className="space-y-2">
      {task.state === 'running' ? (
        <div className="space-y-1.5">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-small">
            <span>{label}</span>
            <span className="flex items-center gap-2">
              <span className="tabular text-text-2">{percent(wholePercent(task.progress, 1))}</span>
              {onCancel && task.cancellable && (
                <Button size="sm" variant="quiet" busy={cancelling} onClick={onCancel}>
                  {t('cancel')}
                </Button>
              )}
            </span>
          </div>
          <ProgressBar label={t('progress')} value={task.progress * 100} />
        </div>
      ) : (
        <Banner tone={task.state === 'finished' ? 'ok' : task.state === 'failed' ? 'bad' : 'info'} urgent={task.state === 'failed'}>
          {sumOf(task) ?? `${label}: ${endOf(task, t)}`}
        </Banner>
      )}
      {task.report.length > 0 && <Report lines={task.report} />}
    </section>
  )
}

/** The end of some kinds is one sentence with a number: of questions that an import has made, of enrolments of a class, of people who are invited. */
function sumOf({ kind, state, result }: Task): string | undefined {
  if (state !== 'finished') return undefined
  const { imported, converted, joined, invited } = (result ?? {}) as Record<string, unknown>
  if (kind === 'importQuestions' && typeof imported === 'number' && typeof converted === 'number')
    return translateIfPresent('tasks', 'sum.importQuestions', { count: imported + converted })
  if (kind === 'enrolKlass' && typeof joined === 'number') return translateIfPresent('tasks', 'sum.enrolKlass', { count: joined })
  if (kind === 'inviteUsers' && typeof invited === 'number') return translateIfPresent('tasks', 'sum.inviteUsers', { count: invited })
  return undefined
}

const endOf = ({ state, error }: Task, t: ReturnType<typeof useTexts<'tasks'>>): string =>
  state === 'failed'
    ? ((error && translateIfPresent('errors', error.code, error.params as Record<string, string | number>)) ?? t('failed'))
    : t(state === 'finished' ? 'finished' : 'cancelled')

/** Items that failed are first. */
function Report({ lines }: { lines: Task['report'] }) {
  const t = useTexts('tasks')
  const [shown, setShown] = useState(firstLines)
  const count = (outcome: string) => lines.filter((line) => line.outcome === outcome).length
  const sorted = lines.toSorted((a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'))
  return (
    <details className="text-small">
      <summary className="cursor-pointer">
        {t('report')}: {t('reportSum', { done: count('done'), skipped: count('skipped'), failed: count('failed') })}
      </summary>
      <ul className="divide-y divide-line">
        {sorted.slice(0, shown).map((line, nth) => (
          <li key={nth} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">{line.item}</span>
            <span className={classes('min-w-0 [overflow-wrap:anywhere]', line.outcome === 'failed' ? 'text-bad-text' : 'text-text-2')}>
              {(line.code && translateIfPresent('errors', line.code, line.params as Record<string, string | number>)) ??
                t(`outcome.${line.outcome}`)}
            </span>
          </li>
        ))}
      </ul>
      {shown < sorted.length && (
        <Button variant="link" onClick={() => setShown(sorted.length)}>
          {t('allLines', { count: sorted.length })}
        </Button>
      )}
    </details>
  )
}
