// The job of a task: its progress and its end are written into the task's row, and its person's pages get a hint.
import { Problem } from '../calls/errors.ts'
import type { JobContext, JobHandler } from '../jobs/jobs.ts'
import { hint } from '../kv/hints.ts'
import type { Kv } from '../kv/kv.ts'
import type { ReportLine } from './api.ts'
import type { TaskPorts } from './ports.ts'
import { addToReport, clearReport, endTask, isRunning, type OfTask, waitingFor, writeProgress } from './tasks.ts'

export type TaskContext<Deps, Payload> = JobContext<Deps, Payload> & {
  /** Adds lines about items to the report. */
  report(lines: ReportLine[]): Promise<void>
  /** Begins the report anew, for work that says of every item again what became of it when it is tried again. */
  beginReport(): Promise<void>
}
/** The task was cancelled, or its row is gone: thrown by `progress`, between two steps of the work. */
export class TaskCancelled extends Error {}

/** Milliseconds between two hints of one task's progress. */
const minInterval = 500

export const hintTask = (kv: Kv, { id, org, person }: { id: string; org: string; person: string }): Promise<void> =>
  hint(kv, { subject: 'taskChanged', aggregate: 'task', id, org, people: [person] })

/**
 * The handler of a task's job. `work` calls `progress` at least between its steps: a cancelled task stops there. Its return value is the result. A
 * Problem that it throws ends the task as failed with that code; after any other error it is tried again, so its steps must be repeatable.
 */
export function taskJob<Deps, Payload extends OfTask>(
  work: (context: TaskContext<Deps, Payload>) => Promise<object | undefined>,
  limits: Pick<JobHandler<Deps, Payload>, 'concurrent' | 'maxTries' | 'backoff'> = {},
): JobHandler<Deps, Payload> {
  const sendHint = async ({ sql, kv }: TaskPorts, task: string) => {
    const waiting = await waitingFor(sql, task)
    if (waiting) await hintTask(kv, waiting).catch(() => {})
  }
  return {
    maxTries: 5,
    ...limits,
    async run(context) {
      const { task, endures = false } = context.job.payload
      const ports = portsOf(context.tasks)
      if (!endures && !(await isRunning(ports.sql, task))) return
      let hinted = 0
      const progress = async (share: number, note = '') => {
        context.signal.throwIfAborted()
        if (!(await writeProgress(ports.sql, task, share, note)) && !endures) throw new TaskCancelled()
        await context.progress(share, note)
        if (Date.now() - hinted < minInterval) return
        hinted = Date.now()
        await sendHint(ports, task)
      }
      const report = async (lines: ReportLine[]) => void (await addToReport(ports.sql, task, lines))
      const beginReport = async () => void (await clearReport(ports.sql, task))
      try {
        const result = await work({ ...context, progress, report, beginReport })
        await endTask(ports.sql, task, 'finished', result && { result })
      } catch (error) {
        if (error instanceof Problem && error.status < 500)
          await endTask(ports.sql, task, 'failed', { error: { code: error.code, params: error.params } })
        else if (!(error instanceof TaskCancelled)) throw error
      }
      await sendHint(ports, task)
    },
    async dead({ job, tasks }) {
      const ports = portsOf(tasks)
      await endTask(ports.sql, job.payload.task, 'failed', { error: { code: 'internal', params: {} } })
      await sendHint(ports, job.payload.task)
    },
  }
}

function portsOf(ports: TaskPorts | undefined): TaskPorts {
  if (!ports) throw new Error('a task runs among the jobs of a service')
  return ports
}
