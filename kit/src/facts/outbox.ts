// The outbox: facts are written in the transaction of their change, so that neither exists without the other.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { context } from '../calls/context.ts'
import { run, type Tx } from '../database/database.ts'
import { toValue, topicOf } from './wire-format.ts'
import { newId } from '../ids.ts'

export type FactAttributes = {
  /** The aggregate, `course:<id>`: facts of one key reach consumers in the order of their commits. */
  key: string
  org: string
  /** The version of the row; mirrors keep the greatest. Taken from the data's own `version` when it has one. */
  version?: bigint | number
  /** The people who get a hint, the one among them whose doing it is about, and the part of the aggregate that changed; hints carry no data. */
  hint?: { people?: string[]; about?: string; of?: string }
  /** The actor, when it is not that of the request. */
  actor?: string
  /** No hint and no notification come of it, nor of the facts that consumers emit for it. Default: that of the fact that is handled. */
  quiet?: boolean
}
export type OutgoingFact<D extends DescMessage = DescMessage> = { schema: D; attributes: FactAttributes; data: MessageInitShape<D> | null }

/**
 * Emits a fact: call it after its row is written (locked), which gives facts of one key the order of their commits. `data` null writes a
 * tombstone to a compacted topic: the key is erased. Returns the fact's id.
 */
export async function emit<D extends DescMessage>(
  tx: Tx,
  schema: D,
  attributes: FactAttributes,
  data: MessageInitShape<D> | null,
): Promise<string> {
  const [id] = await emitAll(tx, [fact(schema, attributes, data)])
  return id!
}

/** An entry for emitAll, its data checked against its schema. */
export const fact = <D extends DescMessage>(schema: D, attributes: FactAttributes, data: MessageInitShape<D> | null): OutgoingFact =>
  ({ schema, attributes, data }) as OutgoingFact<DescMessage>

/** Emits many facts in one statement, in this order. */
export async function emitAll(tx: Tx, facts: OutgoingFact[]): Promise<string[]> {
  if (facts.length === 0) return []
  const request = context()
  const list = facts.map(({ schema, attributes, data }) => ({
    id: newId(),
    type: schema.typeName,
    key: attributes.key,
    org_id: attributes.org,
    actor_id: attributes.actor ?? (request?.actor?.person || null),
    version: versionOf(attributes, data)?.toString() ?? null,
    traceparent: request?.traceparent ?? null,
    hint: attributes.hint ?? null,
    quiet: (attributes.quiet ?? request?.quiet) || null,
    value: data === null ? null : toValue(schema, data),
  }))
  await run(
    tx,
    `
    insert into kit.outbox (id, type, key, org_id, actor_id, version, traceparent, hint, quiet, value)
    select (f->>'id')::uuid, f->>'type', f->>'key', f->>'org_id', f->>'actor_id', (f->>'version')::bigint, f->>'traceparent',
           nullif(f->'hint', 'null'), (f->>'quiet')::boolean, f->>'value'
    from jsonb_array_elements($1::jsonb) with ordinality as given(f, nth) order by nth`,
    JSON.stringify(list),
  )
  await writeTombstones(
    tx,
    list.filter(({ value }) => value === null),
  )
  for (const { id, type, key } of list) addMark(key, type, id)
  return list.map(({ id }) => id)
}

/** Erases the facts of keys in the outbox too; the rows stay, so that the log keeps its positions. Of two tombstones of a key the first gives the type. */
async function writeTombstones(tx: Tx, tombstones: readonly { key: string; type: string }[]): Promise<void> {
  if (tombstones.length === 0) return
  const typeOf = new Map(tombstones.toReversed().map(({ key, type }) => [key, type]))
  await run(
    tx,
    `
    update kit.outbox o set type = erased.type, value = null, hint = null, actor_id = null, version = null
    from unnest($1::text[], $2::text[]) as erased(key, type) where o.key = erased.key and o.value is not null`,
    [...typeOf.keys()],
    [...typeOf.values()],
  )
}

/** Removes the values of a key's facts where the outbox is the log; the key's present state is to be emitted afterwards. */
export const redactFacts = (tx: Tx, key: string): Promise<unknown> =>
  run(tx, 'update kit.outbox set value = null, hint = null, actor_id = null where key = $1 and value is not null', key)

/** Adds the fact to the marks of the answer, which has the last of each key and type: a service that handles one of a key's types waits for it. */
function addMark(key: string, type: string, id: string) {
  const marks = context()?.marks
  if (!marks) return
  marks.delete(`${key} ${type}`) // re-inserted at the end: only the last ones are sent
  marks.set(`${key} ${type}`, { topic: topicOf(type), key, type, id })
}

/** The data's own version, or that of the row inside it: { course: { version } }. */
function versionOf({ version }: FactAttributes, data: object | null): bigint | number | undefined {
  if (version !== undefined || data === null) return version
  const versionIn = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as { version?: bigint | number }).version : undefined
  return (
    versionIn(data) ??
    Object.values(data)
      .map(versionIn)
      .find((version) => version !== undefined)
  )
}

/** The next version of a row, as SQL over its old one: greater than before, and near the clock after a restore. */
export const nextVersion = (column = 'version'): string => `greatest(${column} + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`
/** The same in code, for a row just read and locked. */
export const versionAfter = (old: bigint | undefined, now: Date): bigint => {
  const clock = BigInt(now.getTime())
  return old !== undefined && old >= clock ? old + 1n : clock
}
