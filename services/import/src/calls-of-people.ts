// The calls of people that jobs of import make: of activity, upload and others, by their contracts alone.
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { contracts as uploadContracts } from '@lyceum/upload/contracts'
import { CallFailed, type Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { type ErrorCode, type Fields, type Params, Problem, refused, unavailable } from '@lyceum/kit/calls/errors'
import { TaskCancelled, type TaskContext, taskJob } from '@lyceum/kit/tasks/task-job'
import type { OfTask } from '@lyceum/kit/tasks/tasks'
import type { Deps } from './deps.ts'

export type CallsOfPeople = Client<typeof activityContracts & typeof uploadContracts>

export const callsOf = (
  { door }: Pick<Deps, 'door'>,
  { token, org }: { token: string; org: string },
  signal?: AbortSignal,
): CallsOfPeople => delegatedClient(door, { token, org, ...(signal && { signal }) })

/** The header that makes a write happen once, however often the job begins again. */
export const once = (task: string, item: string) => ({ headers: { 'idempotency-key': `${task}:${item}`.slice(-255) } })

/** The refusal of a call that was made for the caller, for the caller. Whatever may be over soon is 503. */
export function refusalFor(error: unknown): unknown {
  if (!(error instanceof CallFailed)) return error
  const { status, problem } = error
  if (status < 400 || status >= 500 || status === 401 || status === 408 || status === 429) return unavailable()
  const { code, params, message, details } = problem
  return new Problem(status, code as ErrorCode, { params: params as Params, message, fields: details as Fields })
}

/**
 * The refusal that ends the work: 401 and 403, since whose rights were taken away in the middle may not go on. A reason of its own that the called
 * service gives for it stays (demo.closed, department.only). Undefined for any other failure.
 */
export function rightsEnded(error: unknown, code: ErrorCode): Problem | undefined {
  if (!(error instanceof CallFailed) || (error.status !== 401 && error.status !== 403)) return undefined
  const own = error.problem
  return error.status === 403 && own.code !== 'forbidden' ? refused(403, own.code as ErrorCode, own.params as Params) : refused(403, code)
}

/** Thrown by the jobs of questions. Other failures are thrown as they are. */
export function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'questionImport.rightsChanged') ?? error
}

/** The job of a task that makes the calls of its person: with its end, whatever it is, their session of kind job ends too. */
export const delegatedTask = <Payload extends OfTask & { token: string; org: string }>(
  work: (context: TaskContext<Deps, Payload>) => Promise<object | undefined>,
) =>
  taskJob<Deps, Payload>(async (context) => {
    const { deps, job } = context
    try {
      const result = await work(context)
      await endSession(deps, job.payload)
      return result
    } catch (error) {
      // other errors are tried again
      if (error instanceof TaskCancelled || (error instanceof Problem && error.status < 500)) await endSession(deps, job.payload)
      throw error
    }
  })

/** One that cannot be reached now ends by itself, a day after it began. */
async function endSession({ door }: Pick<Deps, 'door'>, { token, org }: { token: string; org: string }): Promise<void> {
  const headers = { authorization: `Job ${token}`, 'request-scope': org }
  await door.send({ method: 'DELETE', url: '/api/session', headers, timeout: 5000 }).catch(() => {})
}
