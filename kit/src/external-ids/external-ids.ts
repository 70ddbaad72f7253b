// External ids of things: unique per organisation, kind and source. Rosters and imports find by them what they have made before.
import { one, rows, run, type Tx } from '../database/database.ts'
import { invalid, Problem } from '../calls/errors.ts'
import type { ExternalId, ExternalIdDraft, ExternalIdQuery } from './api.ts'

/** The thing: its kind (person, department, course) and its id in its organisation. */
export type ExternalSubject = { org: string; kind: string; id: string }

/** 409 externalId.taken, at the field external_id, when another thing of the kind has it. Without `draft` nothing changes. */
export async function setExternalId(tx: Tx, { org, kind, id }: ExternalSubject, draft: ExternalIdDraft | undefined): Promise<void> {
  if (!draft) return
  const { source, id: external } = draft
  if (external === null) {
    await run(tx, 'delete from kit.external_ids where subject = $1 and kind = $2 and org_id = $3 and source = $4', id, kind, org, source)
    return
  }
  // one after the other: a violated key would end the transaction
  await run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [org, kind, source, external].join(' '))
  const taken = await one(
    tx,
    'select from kit.external_ids where org_id = $1 and kind = $2 and source = $3 and external_id = $4 and subject <> $5',
    org,
    kind,
    source,
    external,
    id,
  )
  if (taken) throw new Problem(409, 'externalId.taken', { params: { source, id: external }, fields: { external_id: 'externalId.taken' } })
  await run(
    tx,
    `
    insert into kit.external_ids (org_id, kind, source, external_id, subject) values ($1, $2, $3, $4, $5)
    on conflict (subject, kind, org_id, source) do update set external_id = excluded.external_id`,
    org,
    kind,
    source,
    external,
    id,
  )
}

/** Gives many things of a kind the ids of one source; answers those whose id another thing has, and has not given it to them. */
export async function setExternalIds(
  tx: Tx,
  { org, kind, source }: { org: string; kind: string; source: string },
  ids: readonly { subject: string; id: string }[],
): Promise<{ subject: string; id: string }[]> {
  if (ids.length === 0) return []
  const given = [ids.map(({ subject }) => subject), ids.map(({ id }) => id)]
  await run(
    tx,
    `
    delete from kit.external_ids x using unnest($4::uuid[], $5::text[]) as w(subject, id)
    where x.subject = w.subject and x.org_id = $1 and x.kind = $2 and x.source = $3 and x.external_id <> w.id`,
    org,
    kind,
    source,
    ...given,
  )
  await run(
    tx,
    `
    insert into kit.external_ids (org_id, kind, source, external_id, subject)
    select $1::uuid, $2, $3, w.id, w.subject from unnest($4::uuid[], $5::text[]) as w(subject, id) order by w.id on conflict do nothing`,
    org,
    kind,
    source,
    ...given,
  )
  return await rows<{ subject: string; id: string }>(
    tx,
    `
    select w.subject::text, w.id from unnest($4::uuid[], $5::text[]) as w(subject, id)
    where (select x.subject from kit.external_ids x where x.org_id = $1 and x.kind = $2 and x.source = $3 and x.external_id = w.id)
      is distinct from w.subject`,
    org,
    kind,
    source,
    ...given,
  )
}

/** The external ids of things of a kind in an organisation, by the things' ids. */
export async function externalIdsOf(tx: Tx, org: string, kind: string, ids: string[]): Promise<Map<string, ExternalId[]>> {
  if (ids.length === 0) return new Map()
  const all = await rows<{ subject: string } & ExternalId>(
    tx,
    `select subject::text, source, external_id as id from kit.external_ids where subject = any($1) and kind = $2 and org_id = $3 order by source`,
    ids,
    kind,
    org,
  )
  const bySubject = new Map<string, ExternalId[]>(ids.map((id) => [id, []]))
  for (const { subject, ...one } of all) bySubject.get(subject)?.push(one)
  return bySubject
}

/**
 * A condition of a list for `external_source` and `external_id`, as SQL about the column of the thing's id; undefined when neither is asked.
 * `bind` adds a value and answers its place; `present` is what a thing has become. 400 for one without the other.
 */
export function externalIdCondition(
  { external_source, external_id }: ExternalIdQuery,
  {
    column,
    kind,
    org,
    bind,
    present = (id) => id,
  }: { column: string; kind: string; org: string; bind: (value: unknown) => string; present?: (id: string) => string },
): string | undefined {
  if (external_source === undefined && external_id === undefined) return undefined
  if (external_source === undefined) throw invalid({ external_source: 'field.required' })
  if (external_id === undefined) throw invalid({ external_id: 'field.required' })
  return `${column} = (select ${present('x.subject')} from kit.external_ids x where x.org_id = ${bind(org)}::uuid and x.kind = ${bind(kind)}
    and x.source = ${bind(external_source)} and x.external_id = ${bind(external_id)})`
}

/** Frees the external ids of things that are gone. */
export const deleteExternalIds = (tx: Tx, kind: string, ids: string[]): Promise<number> =>
  run(tx, 'delete from kit.external_ids where subject = any($1) and kind = $2', ids, kind)
