// Answers of writes by their Idempotency-Key. A key belongs to a person and a call and stands for one request: the same organisation, role,
// path, query and body. The answer is stored in the write's own transaction.
import { createHash } from 'node:crypto'
import type { Actor } from './actor.ts'
import { context, type Mark } from './context.ts'
import { one, type Tx } from './db.ts'
import { conflict, refused } from './errors.ts'

export type Once = {
  key?: string
  actor: Actor
  /** Tells visitors apart, who are no person. */
  address: string
  call: string
  body: unknown
  /** Path and query as they were sent. */
  url: string
}
type Row = { locked: boolean; hash: string | null; scope: string | null; answer: { value?: unknown; marks: Mark[] } | null }

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
// id and hash are read by pods of the release before during an upgrade: both have to find each other's answers
const slot = ({ actor, address, call, key }: Once) => digest(`${actor.person || actor.session || address}\n${call}\n${key}`)
const hashOf = ({ url, body }: Once) => digest(`${url}\n${JSON.stringify(body ?? null)}`)
/** What the same person may be at one time and not at another; known once the call is authorised. */
const scopeOf = ({ actor }: Once) => [actor.kind, actor.org, context()?.acting ?? ''].join(' ')

/**
 * The stored answer to this very request, or undefined when its key is new. 422 when the key was used for another one: another body, path,
 * query, organisation, kind of actor or simulated role. 409 while the first is still at work. `authorised` settles when the rights are decided;
 * what they say is ignored, for a repeated call may have taken them away itself.
 */
export async function answeredBefore(tx: Tx, once: Once, authorised: () => Promise<unknown>): Promise<{ answer: unknown } | undefined> {
  if (!once.key) return
  if (once.key.length > 255) throw refused(400, 'idempotency.key')
  const id = slot(once)
  const row = await one<Row>(
    tx,
    `
    select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked, kept.hash, kept.scope, kept.answer
    from (values (1)) as always left join kit.idempotency kept on kept.id = $1`,
    id,
  )
  if (!row?.locked) throw conflict('idempotency.running')
  if (row.hash === null) return
  await authorised().catch(() => {})
  if (row.hash !== hashOf(once) || (row.scope !== null && row.scope !== scopeOf(once))) throw refused(422, 'idempotency.otherBody')
  for (const mark of row.answer?.marks ?? []) context()?.marks.set(mark.key, mark)
  return { answer: row.answer?.value }
}

export async function keepAnswer(tx: Tx, once: Once, status: number, value: unknown): Promise<void> {
  if (!once.key) return
  const answer = JSON.stringify({ ...(value !== undefined && { value }), marks: [...(context()?.marks.values() ?? [])] })
  await tx.$executeRawUnsafe(
    'insert into kit.idempotency (id, hash, status, answer, person, scope) values ($1, $2, $3, $4::jsonb, $5, $6) on conflict (id) do nothing',
    slot(once),
    hashOf(once),
    status,
    answer,
    once.actor.person,
    scopeOf(once),
  )
}

/** Those given to a person that is to be forgotten, and those that name them. They are a day's, so they are looked through. */
export const forgetAnswersOf = (tx: Tx, person: string): Promise<number> =>
  tx.$executeRawUnsafe(`delete from kit.idempotency where person = $1 or answer::text like '%' || $1 || '%'`, person)

/** Answers are kept for 24 hours. At most `limit` go at a time. Returns how many went. */
export const forgetAnswers = (tx: Tx, limit = 5000): Promise<number> =>
  tx.$executeRawUnsafe(
    `delete from kit.idempotency where id in (select id from kit.idempotency where at < now() - interval '24 hours' limit ${Number(limit)})`,
  )
