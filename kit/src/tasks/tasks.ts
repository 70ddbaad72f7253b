// Tasks: work that a person waits for. A row with progress, report and result outlives the job that does it. A task is one job, and ends with it:
// finished, failed or cancelled.
import { one, rows, run, type Tx } from '../database/database.ts'
import { cancel, enqueue, type JobPayloads } from '../jobs/jobs.ts'
import type { Actor } from '../calls/actor.ts'
import { conflict, type ErrorCode, type Params } from '../calls/errors.ts'
import { newId } from '../ids.ts'
import type { ReportLine, Task } from './api.ts'

/** The payload of a task's job names it. Work that endures cannot be cancelled, and goes on when its person is erased. */
export type OfTask = { task: string; endures?: true }
export type TaskError = { code: ErrorCode; params: Params }

/** Lines of a report; further ones are counted in its last line. */
export const maxReport = 500
/** Days for which an ended task can be read. */
const keptDays = 30
const jobKeyOf = (task: string) => `task:${task}`

type TaskRequest<P extends JobPayloads> = {
  [K in keyof P & string]: P[K] extends OfTask ? { kind: K; payload: Omit<P[K], 'task'>; subject?: string } : never
}[keyof P & string]

/** `startTask` of a service: writes the task's row and its job in the caller's transaction, for the actor of the call. Returns the task's id. */
export const startTaskFor =
  <P extends JobPayloads>(service: string) =>
  async (tx: Tx, actor: Pick<Actor, 'person' | 'org'>, { kind, payload, subject = '' }: TaskRequest<P>): Promise<string> => {
    const id = `${service}.${newId()}`
    await run(
      tx,
      `insert into kit.tasks (id, org_id, person_id, kind, subject, started_at, updated_at)
       values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())`,
      id,
      actor.org,
      actor.person,
      kind,
      subject,
    )
    await enqueue(tx, { kind, key: jobKeyOf(id), payload: { ...payload, task: id } })
    return id
  }

type Row = Omit<Task, 'started_at' | 'updated_at' | 'ended_at'> & { started_at: Date; updated_at: Date; ended_at: Date | null }
const endures = `exists (select from kit.jobs j where j.key = 'task:' || t.id and j.payload -> 'endures' = 'true')`
const columns = `id, kind, subject, state, progress::float8 as progress, note, report, result, error, started_at, updated_at, ended_at,
  state = 'running' and not ${endures} as cancellable`
const toTask = ({ started_at, updated_at, ended_at, ...row }: Row): Task => ({
  ...row,
  started_at: started_at.toISOString(),
  updated_at: updated_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** A task of this person in this organisation. */
export async function readTask(tx: Tx, { person, org }: Pick<Actor, 'person' | 'org'>, id: string): Promise<Task | undefined> {
  const row = await one<Row>(tx, `select ${columns} from kit.tasks t where id = $1 and person_id = $2 and org_id = $3`, id, person, org)
  return row && toTask(row)
}

/** The newest tasks of this person in this organisation. */
export async function listTasks(
  tx: Tx,
  { person, org }: Pick<Actor, 'person' | 'org'>,
  { state, limit }: { state?: string | undefined; limit: number },
): Promise<Task[]> {
  const list = await rows<Row>(
    tx,
    `
    select ${columns} from kit.tasks t where person_id = $1 and org_id = $2 and ($3::text is null or state = $3::text)
    order by started_at desc, id desc limit $4`,
    person,
    org,
    state ?? null,
    limit,
  )
  return list.map(toTask)
}

/**
 * Cancels a running task: a job that has not begun is removed, a running one stops at its next step. Finished items stay.
 * 409 task.notCancellable for work that endures.
 */
export async function cancelTask(tx: Tx, actor: Pick<Actor, 'person' | 'org'>, id: string): Promise<Task | undefined> {
  const task = await readTask(tx, actor, id)
  if (task?.state === 'running' && !task.cancellable) throw conflict('task.notCancellable')
  if (task && (await endTask(tx, id, 'cancelled'))) await cancel(tx, jobKeyOf(id))
  return task && (await readTask(tx, actor, id))
}

export const isRunning = async (tx: Tx, id: string): Promise<boolean> =>
  (await one(tx, `select 1 from kit.tasks where id = $1 and state = 'running'`, id)) !== undefined

/** Writes how far it is; false when the task no longer runs. */
export const writeProgress = async (tx: Tx, id: string, share: number, note: string): Promise<boolean> =>
  (await run(
    tx,
    `update kit.tasks set progress = $2, note = $3, updated_at = clock_timestamp() where id = $1 and state = 'running'`,
    id,
    Math.min(1, Math.max(0, share)),
    note,
  )) === 1

/** Adds lines to the report, which keeps the first `maxReport`. */
export const addToReport = (tx: Tx, id: string, lines: ReportLine[]): Promise<number> =>
  run(
    tx,
    `
    update kit.tasks set updated_at = clock_timestamp(), report = (
      select coalesce(jsonb_agg(line order by nth), '[]') from jsonb_array_elements(report || $2::jsonb) with ordinality as l(line, nth)
      where nth <= ${maxReport})
    where id = $1 and jsonb_array_length(report) < ${maxReport}`,
    id,
    JSON.stringify(lines),
  )

/** Empties the report. */
export const clearReport = (tx: Tx, id: string): Promise<number> =>
  run(tx, `update kit.tasks set report = '[]', updated_at = clock_timestamp() where id = $1 and report <> '[]'`, id)

/** Ends a running task; false when it has ended before. */
export const endTask = async (
  tx: Tx,
  id: string,
  state: 'finished' | 'failed' | 'cancelled',
  { result, error }: { result?: object; error?: TaskError } = {},
): Promise<boolean> =>
  (await run(
    tx,
    `
    update kit.tasks set state = $2, result = $3::jsonb, error = $4::jsonb, progress = case when $5::bool then 1 else progress end,
      updated_at = clock_timestamp(), ended_at = clock_timestamp()
    where id = $1 and state = 'running'`,
    id,
    state,
    result === undefined ? null : JSON.stringify(result),
    error === undefined ? null : JSON.stringify(error),
    state === 'finished',
  )) === 1

type Waiting = { id: string; org: string; person: string }

/** Fails running tasks whose job is gone or was given up: nothing would ever end them. Returns them, for a hint to their people. */
export const failLostTasks = (tx: Tx): Promise<Waiting[]> =>
  rows(
    tx,
    `
    update kit.tasks t set state = 'failed', error = '{"code": "task.lost", "params": {}}', updated_at = clock_timestamp(), ended_at = clock_timestamp()
    where state = 'running' and updated_at < clock_timestamp() - interval '1 minute'
      and not exists (select from kit.jobs j where j.key = 'task:' || t.id and not j.dead)
    returning id, org_id::text as org, person_id::text as person`,
  )

/** The people who wait for a task. */
export const waitingFor = (tx: Tx, id: string): Promise<Waiting | undefined> =>
  one(tx, 'select id, org_id::text as org, person_id::text as person from kit.tasks where id = $1', id)

/** Deletes at most `size` tasks that ended long ago, and returns their number. */
export const deleteOldTasks = (tx: Tx, size: number): Promise<number> =>
  run(
    tx,
    `delete from kit.tasks where id in (
       select id from kit.tasks where state <> 'running' and ended_at < clock_timestamp() - make_interval(days => ${keptDays}) limit $1)`,
    size,
  )

/** Erases the tasks of a person; their jobs find no row and end, if the work does not endure. */
export const eraseTasksOf = (tx: Tx, person: string): Promise<number> => run(tx, 'delete from kit.tasks where person_id = $1', person)
