// The bins of an organisation: what is kept of deleted files and why, restored or deleted for good by its managers. A manager of a department sees and
// does so with files of its courses and people.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { counted, endCounted } from '@lyceum/kit/kv/counted'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { fileInDepartment } from '../storage/departments.ts'
import { readableSql } from '../storage/readable.ts'
import { binDays, emptyBin, type Purged, restoreUploads } from '../uploads/bin.ts'
import type { BinnedUpload, KeepingRule } from './api.ts'

/** Whoever has not found it among so many restores it as its owner. */
const mostListed = 10_000

const withinSql = `u.org_id = $1 and ($2 = '' or ${fileInDepartment})`
const heldSql = 'exists (select from upload_references r where r.upload_id = u.id and r.hold)'
/** The conditions of the index uploads_in_bin. */
const rootSql = 'u.deleted and u.purged_at is null and u.deleted_with = u.id'
const filesSql = 'uploads u left join mirror.courses c on c.id = u.course_id'

type Row = {
  id: string
  name: string | null
  type: string
  is_folder: boolean
  owner_id: string
  owner: string
  course_id: string | null
  course: string | null
  deleted_at: Date
  files: number
  bytes: string
  held: boolean
}

export async function listBin(deps: Pick<Deps, 'db' | 'kv' | 'now'>, { org, department = '' }: Actor, page: PageQuery) {
  const { db } = deps
  const found = `from ${filesSql} where ${withinSql} and ${rootSql}`
  const total = await one<{ n: number }>(
    db,
    `select count(*)::int as n from (select 1 ${found} limit ${mostListed}) found`,
    org,
    department,
  )
  const { limit, offset } = limits(page)
  const list = await rows<Row>(
    db,
    `
    select u.id::text, case when ${readableSql} then u.name end as name, u.type, u.is_folder, u.owner_id::text, u.deleted_at, u.course_id::text, c.name as course,
      coalesce((select p.name from mirror.persons p where p.id = u.owner_id), '') as owner, kept.files, kept.bytes, kept.held
    from (select u.id as found ${found} order by u.deleted_at desc, u.id desc limit least(${limit}, greatest(0, ${mostListed} - ${offset})) offset ${offset}) listed
    join uploads u on u.id = listed.found left join mirror.courses c on c.id = u.course_id
    cross join lateral (
      select count(*) filter (where not k.is_folder and k.counted)::int as files,
        coalesce(sum(k.size) filter (where not k.is_folder and k.counted), 0)::text as bytes,
        coalesce(bool_or(exists (select from upload_references r where r.upload_id = k.id and r.hold)), false) as held
      from uploads k where k.deleted_with = u.id and k.deleted and k.purged_at is null) kept
    order by u.deleted_at desc, u.id desc`,
    org,
    department,
  )
  return { ...pageOf(page, total?.n ?? 0, list.map(toBinned)), kept: await keptFor(deps, org, department, (page.page ?? 1) > 1) }
}

/** The figures beside the list: read with its first page they are of now, with the others those of that page. */
async function keptFor({ db, kv, now }: Pick<Deps, 'db' | 'kv' | 'now'>, org: string, department: string, again: boolean) {
  const key = `bin-kept:${org}:${department}`
  if (!again) await endCounted(kv, key)
  return (await counted({ kv, now }, key, async () => ({ kept: await keptByRule(db, org, department) }))).kept
}

const toBinned = ({ owner_id, owner, course_id, course, deleted_at, bytes, held, ...row }: Row): BinnedUpload => ({
  ...row,
  bytes: Number(bytes),
  rule: held ? 'held' : 'days',
  owner: { id: owner_id, name: owner },
  course: course_id === null ? null : { id: course_id, name: course ?? '' },
  deleted_at: deleted_at.toISOString(),
  purge_at: held ? null : new Date(deleted_at.getTime() + binDays * 86_400_000).toISOString(),
})

/** Every rule, those that keep nothing too. Bytes that files share count once. */
async function keptByRule(db: Deps['db'], org: string, department: string) {
  const found = await rows<{ rule: KeepingRule; files: number; bytes: string; since: Date | null }>(
    db,
    `
    select rule, count(*)::int as files, coalesce(sum(size), 0)::text as bytes, min(deleted_at) as since from (
      select case when ${heldSql} then 'held' else 'days' end as rule, u.size, u.deleted_at from ${filesSql}
      where ${withinSql} and u.deleted and u.purged_at is null and not u.is_folder and u.counted
      union all
      select 'deleting', u.size, u.deleted_at from ${filesSql}
      where ${withinSql} and u.purged_at is not null and u.cleaned_at is null and u.stored_at is not null and not u.is_folder and u.counted) kept
    group by rule`,
    org,
    department,
  )
  return (['days', 'held', 'deleting'] as const).map((rule) => {
    const { files = 0, bytes = '0', since = null } = found.find((one) => one.rule === rule) ?? {}
    return { rule, files, bytes: Number(bytes), since: since?.toISOString() ?? null }
  })
}

type Root = { id: string; owner_id: string; course_id: string | null }
/** Those of the uploads that lie in a bin and are the actor's to manage. */
const rootsAmong = (db: Deps['db'], { org, department = '' }: Actor, ids: readonly string[]): Promise<Root[]> =>
  rows<Root>(
    db,
    `select u.id::text, u.owner_id::text, u.course_id::text from ${filesSql} where ${withinSql} and ${rootSql} and u.id = any($3::uuid[]) order by u.id`,
    org,
    department,
    ids,
  )

const lineOf = (action: 'upload.restored' | 'upload.purged', { id, owner_id, course_id }: Root | Purged) => ({
  action,
  subject: `upload:${id}`,
  person: owner_id,
  ...(course_id && { course: course_id }),
})

/** 409 storage.insufficient when their owner has no room for them. */
export async function restoreFromBin(deps: Deps, actor: Actor, ids: string[]): Promise<{ restored: number; refused: number }> {
  const roots = await rootsAmong(deps.db, actor, ids)
  await restoreUploads(
    deps,
    actor,
    roots.map(({ id }) => id),
    true,
  )
  await audit(
    deps.db,
    roots.map((root) => lineOf('upload.restored', root)),
  )
  return { restored: roots.length, refused: ids.length - roots.length }
}

/** There is no way back: each is a line of the audit log, and so is what lay in it of other owners. */
export async function purgeFromBin(deps: Deps, actor: Actor, ids: string[]): Promise<{ purged: number; bytes: number; refused: number }> {
  const { db } = deps
  const roots = await rootsAmong(db, actor, ids)
  const purged = await emptyBin(
    deps,
    roots.map(({ id }) => id),
  )
  const owners = new Map(purged.map(({ id, owner_id }) => [id, owner_id]))
  const emptied = roots.filter(({ id }) => owners.has(id))
  // the line of a folder stands for what its owner had in it
  const lines = purged.filter(({ id, owner_id, deleted_with }) => id === deleted_with || owner_id !== owners.get(deleted_with))
  await audit(
    db,
    lines.map((one) => lineOf('upload.purged', one)),
  )
  const bytes = purged.reduce((sum, one) => sum + Number(one.bytes), 0)
  return { purged: emptied.length, bytes, refused: ids.length - emptied.length }
}
