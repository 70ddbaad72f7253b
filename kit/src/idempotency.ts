// The same key answers the same: a key belongs to a person and a call, and its answer is stored in the write's own transaction.
import { createHash } from 'node:crypto'
import { context, type Mark } from './context.ts'
import { one, type Tx } from './db.ts'
import { conflict, refused } from './errors.ts'

export type Once = { key?: string; person: string; call: string; body: unknown; url: string }
type Row = { locked: boolean; hash: string | null; answer: { value?: unknown; marks: Mark[] } | null }

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const slot = ({ person, call, key }: Once) => digest(`${person}\n${call}\n${key}`)
const hashOf = ({ url, body }: Once) => digest(`${url}\n${JSON.stringify(body ?? null)}`)

/** The stored answer, or undefined when this is the first time. 422 for another body, 409 while the first is still at work. */
export async function answeredBefore(tx: Tx, once: Once): Promise<{ answer: unknown } | undefined> {
  if (!once.key) return
  if (once.key.length > 255) throw refused(400, 'idempotency.key')
  const id = slot(once)
  const row = await one<Row>(
    tx,
    `
    select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked, kept.hash, kept.answer
    from (values (1)) as always left join kit.idempotency kept on kept.id = $1`,
    id,
  )
  if (!row?.locked) throw conflict('idempotency.running')
  if (row.hash === null) return
  if (row.hash !== hashOf(once)) throw refused(422, 'idempotency.otherBody')
  for (const mark of row.answer?.marks ?? []) context()?.marks.set(mark.key, mark)
  return { answer: row.answer?.value }
}

export async function keepAnswer(tx: Tx, once: Once, status: number, value: unknown): Promise<void> {
  if (!once.key) return
  const answer = JSON.stringify({ ...(value !== undefined && { value }), marks: [...(context()?.marks.values() ?? [])] })
  await tx.$executeRawUnsafe(
    'insert into kit.idempotency (id, hash, status, answer, person) values ($1, $2, $3, $4::jsonb, $5) on conflict (id) do nothing',
    slot(once),
    hashOf(once),
    status,
    answer,
    once.person,
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
