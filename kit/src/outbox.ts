// Facts going out: written in the transaction that makes them true, so that neither exists without the other.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { byHand } from './connections.ts'
import { context } from './context.ts'
import type { Tx } from './db.ts'
import { toValue, topicOf } from './facts.ts'
import { newId } from './ids.ts'

export type About = {
  /** The aggregate, `course:<id>`: facts of one key reach consumers in the order of their commits. */
  key: string
  org: string
  /** Of the row the fact speaks of; mirrors keep the greatest. Taken from the data's own `version` when it has one. */
  version?: bigint | number
  /** Who is told to look again at once; data never travels this way. */
  hint?: { people?: string[] }
  /** Who did it, when not the actor of the request. */
  actor?: string
}
export type Outgoing<D extends DescMessage = DescMessage> = { schema: D; about: About; data: MessageInitShape<D> | null }

/**
 * Says that something is now true. Call it after the row it speaks of is written (locked): that gives facts of one key the order of
 * their commits. `data` null is the empty value of a compacted topic: forget this key. Answers the fact's id.
 */
export async function emit<D extends DescMessage>(tx: Tx, schema: D, about: About, data: MessageInitShape<D> | null): Promise<string> {
  const [id] = await emitAll(tx, [{ schema, about, data } as unknown as Outgoing])
  return id!
}

/** For emitAll: keeps the data's type beside its schema. */
export const fact = <D extends DescMessage>(schema: D, about: About, data: MessageInitShape<D> | null): Outgoing =>
  ({ schema, about, data }) as unknown as Outgoing

/** Many facts in one statement, in this order. */
export async function emitAll(tx: Tx, facts: Outgoing[]): Promise<string[]> {
  if (facts.length === 0) return []
  const now = context()
  const list = facts.map(({ schema, about, data }) => ({
    id: newId(),
    type: schema.typeName,
    key: about.key,
    org_id: about.org,
    actor_id: about.actor ?? (now?.actor?.person || null),
    version: versionOf(about, data)?.toString() ?? null,
    traceparent: now?.traceparent ?? null,
    hint: about.hint ?? null,
    value: data === null ? null : toValue(schema, data),
  }))
  await byHand(tx).$executeRawUnsafe(
    `
    insert into kit.outbox (id, type, key, org_id, actor_id, version, traceparent, hint, value)
    select (f->>'id')::uuid, f->>'type', f->>'key', f->>'org_id', f->>'actor_id', (f->>'version')::bigint, f->>'traceparent',
           nullif(f->'hint', 'null'), f->>'value'
    from jsonb_array_elements($1::text::jsonb) with ordinality as given(f, nth) order by nth`,
    JSON.stringify(list),
  )
  for (const { id, type, key, value } of list) {
    if (value === null) await forget(byHand(tx), key, type)
    mark(key, type, id)
  }
  return list.map(({ id }) => id)
}

/** What was said of a key that is to be forgotten goes from the outbox too; the rows stay, so that the log keeps its positions. */
const forget = (tx: Tx, key: string, type: string) =>
  tx.$executeRawUnsafe(
    'update kit.outbox set type = $2, value = null, hint = null, actor_id = null, version = null where key = $1 and value is not null',
    key,
    type,
  )

/** What was said of a key loses its text where we keep the log ourselves; what is true of it now is then said anew. */
export const unsay = (tx: Tx, key: string): Promise<unknown> =>
  byHand(tx).$executeRawUnsafe('update kit.outbox set value = null, hint = null, actor_id = null where key = $1 and value is not null', key)

/** The answer names the last fact of each key and type: a service that handles only one of a key's types waits for that one. */
function mark(key: string, type: string, id: string) {
  const marks = context()?.marks
  if (!marks) return
  marks.delete(`${key} ${type}`) // the last come last: only so many are named
  marks.set(`${key} ${type}`, { topic: topicOf(type), key, type, id })
}

/** The data's own version, or that of the row inside it: { course: { version } }. */
function versionOf({ version }: About, data: object | null): bigint | number | undefined {
  if (version !== undefined || data === null) return version
  const own = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as { version?: bigint | number }).version : undefined
  return (
    own(data) ??
    Object.values(data)
      .map(own)
      .find((found) => found !== undefined)
  )
}

/** The next version of a row, as SQL over its old one: greater than before, and near the clock after a restore. */
export const nextVersion = (column = 'version'): string => `greatest(${column} + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`
/** The same in code, for a row just read and locked. */
export const versionAfter = (old: bigint | undefined, now: Date): bigint => {
  const clock = BigInt(now.getTime())
  return old !== undefined && old >= clock ? old + 1n : clock
}
