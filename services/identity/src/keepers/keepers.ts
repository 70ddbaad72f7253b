// Keepers of fields: a roster keeps those that it writes; one that a hand changes is pinned from then on, and no roster writes it. A field without a keeper is
// anybody's. Nothing else writes these rows.
import { rows, run, type Tx } from '@lyceum/kit/database/database'

/** The kind of the thing, as in external ids: person, department, grade, klass, program. */
export type Kept = { org: string; kind: string }
export type Fields = { subject: string; fields: readonly string[] }
export const pinned = 'pinned'
export type Keeper = typeof pinned | `roster:${string}`
/** By subject and field. */
export type Keepers = ReadonlyMap<string, ReadonlyMap<string, Keeper>>

const wanted = `jsonb_to_recordset($3::jsonb) as wanted(subject uuid, fields text[])`
const without = (fields: string, taken: string) => `array(select unnest(${fields}) except select unnest(${taken}))`

/** The keeper of each field, by things of any kind in the organisation. */
export async function keepersOf(tx: Tx, org: string, subjects: readonly string[]): Promise<Map<string, Map<string, Keeper>>> {
  const kept = await rows<{ subject: string; keeper: Keeper; fields: string[] }>(
    tx,
    'select subject::text, keeper, fields from field_keepers where subject = any($1) and org_id = $2',
    subjects,
    org,
  )
  const found = new Map<string, Map<string, Keeper>>()
  for (const { subject, keeper, fields } of kept) {
    const ofSubject = found.get(subject) ?? new Map<string, Keeper>()
    for (const field of fields) ofSubject.set(field, keeper)
    found.set(subject, ofSubject)
  }
  return found
}

/** Gives fields to a keeper, whoever keeps them now. */
export async function keepFields(tx: Tx, { org, kind }: Kept, keeper: Keeper, things: readonly Fields[]): Promise<void> {
  const list = JSON.stringify(things.filter(({ fields }) => fields.length > 0))
  if (list === '[]') return
  await run(
    tx,
    `
    with freed as (
      update field_keepers k set fields = ${without('k.fields', 'wanted.fields')} from ${wanted}
      where k.subject = wanted.subject and k.kind = $2 and k.org_id = $1 and k.keeper <> $4 and k.fields && wanted.fields)
    insert into field_keepers (subject, kind, org_id, keeper, fields)
    select wanted.subject, $2, $1::uuid, $4, wanted.fields from ${wanted}
    on conflict (subject, kind, org_id, keeper) do update set fields = array(select distinct unnest(field_keepers.fields || excluded.fields) order by 1)`,
    org,
    kind,
    list,
    keeper,
  )
}

/** Pins the fields that a hand has changed: those of them that a roster keeps. Things that no roster knows get no row. */
export async function pinFields(tx: Tx, { org, kind }: Kept, things: readonly Fields[]): Promise<void> {
  const changed = new Map(things.map(({ subject, fields }) => [subject, fields]))
  if (changed.size === 0) return
  const kept = await keepersOf(tx, org, [...changed.keys()])
  const taken = [...kept].map(([subject, keepers]) => ({
    subject,
    fields: changed.get(subject)!.filter((field) => keepers.get(field)?.startsWith('roster:')),
  }))
  await keepFields(tx, { org, kind }, pinned, taken)
}

/** Removes what a roster keeps of things: they are anybody's again. */
export const freeFields = (tx: Tx, org: string, keeper: Keeper, subjects: readonly string[]): Promise<number> =>
  run(tx, 'delete from field_keepers where subject = any($1) and org_id = $2 and keeper = $3', subjects, org, keeper)

/** Removes the keepers of things that are gone, in every organisation. */
export const deleteKeepers = (tx: Tx, subjects: readonly string[]): Promise<number> =>
  run(tx, 'delete from field_keepers where subject = any($1)', subjects)
