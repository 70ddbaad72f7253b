// Stored answers of writes, by Idempotency-Key. A key belongs to a person and a call and identifies one request: the same organisation, role,
// path, query and body. The answer is stored in the write's own transaction.
import { createHash } from 'node:crypto'
import type { Actor } from './actor.ts'
import { context, type Mark } from './context.ts'
import { one, run, type Tx } from '../database/database.ts'
import { conflict, refused } from './errors.ts'

export type KeyedRequest = {
  key?: string
  actor: Actor
  /** The address, which distinguishes visitors. */
  address: string
  call: string
  body: unknown
  /** Path and query of the request. */
  url: string
}
type Row = { hash: string; scope: string | null; answer: { value?: unknown; marks: Mark[] } | null }

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
// id and hash are read by replicas of the previous release during an upgrade: both releases have to find each other's answers
const idOf = ({ actor, address, call, key }: KeyedRequest) => digest(`${actor.person || actor.session || address}\n${call}\n${key}`)
const hashOf = ({ url, body }: KeyedRequest) => digest(`${url}\n${JSON.stringify(body ?? null)}`)
/** The actor's changeable properties: kind, organisation, simulated role; complete once the call is authorised. */
const scopeOf = ({ actor }: KeyedRequest) => [actor.kind, actor.org, context()?.simulatedRole ?? ''].join(' ')

/**
 * The stored answer to this very request, or undefined when its key is new. 422 when the key was used for another one: another body, path,
 * query, organisation, kind of actor or simulated role. 409 while the first is still at work. `authorised` settles when the rights are decided;
 * a refusal is ignored, because the first call may have removed the right itself.
 */
export async function storedAnswer(
  tx: Tx,
  request: KeyedRequest,
  authorised: () => Promise<unknown>,
): Promise<{ answer: unknown } | undefined> {
  if (!request.key) return
  if (request.key.length > 255) throw refused(400, 'idempotency.key')
  const id = idOf(request)
  // two statements, sent together: what is read was committed before the lock was taken, or the writer holds it still
  const [lock, row] = await Promise.all([
    one<{ locked: boolean }>(tx, 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked', id),
    one<Row>(tx, 'select hash, scope, answer from kit.idempotency where id = $1', id),
  ])
  if (!lock?.locked) throw conflict('idempotency.running')
  if (!row) return
  await authorised().catch(() => {})
  if (row.hash !== hashOf(request) || (row.scope !== null && row.scope !== scopeOf(request))) throw refused(422, 'idempotency.otherBody')
  for (const mark of row.answer?.marks ?? []) context()?.marks.set(mark.key, mark)
  return { answer: row.answer?.value }
}

export async function storeAnswer(tx: Tx, request: KeyedRequest, status: number, value: unknown): Promise<void> {
  if (!request.key) return
  const answer = JSON.stringify({ ...(value !== undefined && { value }), marks: [...(context()?.marks.values() ?? [])] })
  await run(
    tx,
    'insert into kit.idempotency (id, hash, status, answer, person, scope) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
    idOf(request),
    hashOf(request),
    status,
    answer,
    request.actor.person,
    scopeOf(request),
  )
}

/** Erases the answers to a person, and those that name them. Only a day's answers are stored, so they can be scanned. */
export const eraseAnswersOf = (tx: Tx, person: string): Promise<number> =>
  run(tx, `delete from kit.idempotency where person = $1 or answer::text like '%' || $1 || '%'`, person)

/** Answers are kept for 24 hours. Deletes at most `size` older ones and returns their number. */
export const deleteExpiredAnswers = (tx: Tx, size: number): Promise<number> =>
  run(tx, "delete from kit.idempotency where id in (select id from kit.idempotency where at < now() - interval '24 hours' limit $1)", size)
