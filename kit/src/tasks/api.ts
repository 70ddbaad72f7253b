// The shapes and calls of tasks. Every service answers these internal calls for its own; the BFF finds the service by a task's id.
import { type Static, Type } from 'typebox'
import type { Table } from '../calls/contract.ts'
import { nullable, oneOf } from '../calls/shapes.ts'

/** <service>.<uuid> */
export const TaskId = Type.String({ pattern: '^[a-z]{1,30}\\.[0-9a-f-]{36}$' })
const Anything = Type.Object({}, { additionalProperties: true })

/** The outcome of one item; `code` is that of an error or of the task's own, with its text in the page. */
export const ReportLine = Type.Object({
  item: Type.String(),
  outcome: oneOf('done', 'skipped', 'failed'),
  code: Type.Optional(Type.String()),
  params: Type.Optional(Anything),
})
export type ReportLine = Static<typeof ReportLine>

const State = oneOf('running', 'finished', 'failed', 'cancelled')

export const Task = Type.Object({
  id: TaskId,
  kind: Type.String(),
  /** Its subject, as the key of its facts: `course:<id>`. */
  subject: Type.String(),
  state: State,
  /** It runs, and is not work that endures. */
  cancellable: Type.Boolean(),
  progress: Type.Number({ description: '0 to 1' }),
  note: Type.String({ description: 'what is being done; a word of the kind' }),
  report: Type.Array(ReportLine),
  result: nullable(Anything),
  error: nullable(Type.Object({ code: Type.String(), params: Anything })),
  started_at: Type.String(),
  updated_at: Type.String(),
  ended_at: nullable(Type.String()),
})
export type Task = Static<typeof Task>

export const TaskQuery = Type.Object({ state: Type.Optional(State) })
export const ByTaskId = Type.Object({ id: TaskId })
/** Tasks of one service in a list, newest first. */
export const maxListed = 50

/** Every actor may make these calls, for tasks of their own alone; browsers cannot reach them. */
export const taskCalls = {
  'GET /internal-api/tasks': {
    summary: 'My tasks in this service, newest first',
    may: 'anyone',
    query: TaskQuery,
    reply: Type.Object({ items: Type.Array(Task) }),
  },
  'GET /internal-api/tasks/:id': { summary: 'A task of mine', may: 'anyone', params: ByTaskId, reply: Task, errors: ['task.notFound'] },
  'PUT /internal-api/tasks/:id/cancel': {
    summary: 'Cancel a task of mine that runs; one that has ended stays as it is',
    may: 'anyone',
    // the hint follows the commit: pages read the task again when it arrives
    tx: false,
    params: ByTaskId,
    reply: Task,
    errors: ['task.notFound', 'task.notCancellable'],
  },
} as const satisfies Table
