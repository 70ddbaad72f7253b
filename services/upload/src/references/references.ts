// Which activities use an upload: a copy kept from activity's facts. Titles and course names are for who teaches the course or manages it.
import { likePattern } from '@lyceum/kit/like'
import { taughtAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/actor'
import { rows, type Tx } from '@lyceum/kit/db'
import { invalid } from '@lyceum/kit/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import type { Activity } from '@lyceum/proto/activity'

/** An activity's uploads as it has them now; an older state changes nothing. */
export async function keepReferences(tx: Tx, { activity }: { activity?: Activity | undefined }): Promise<void> {
  if (!activity) return
  const { id, orgId, courseId, title, type, published, deleted, uploadIds, version, grantsSince } = activity
  if (grantsSince > 0n) await revokeGrants(tx, id, grantsSince)
  const uses = deleted ? [] : uploadIds
  await tx.$executeRawUnsafe(
    'delete from upload_references where activity_id = $1::uuid and version < $2::text::bigint and upload_id <> all($3::uuid[])',
    id,
    String(version),
    uses,
  )
  await tx.$executeRawUnsafe(
    `
    insert into upload_references as r (activity_id, upload_id, course_id, org_id, title, type, published, version)
    select $1::uuid, u, $3::uuid, $4::uuid, $5, $6, $7::bool, $8::text::bigint from unnest($2::uuid[]) as u
    where not exists (select 1 from upload_references where activity_id = $1::uuid and version > $8::text::bigint)
    on conflict (upload_id, activity_id) do update set course_id = excluded.course_id, title = excluded.title, type = excluded.type,
      published = excluded.published, version = excluded.version where r.version < excluded.version`,
    id,
    uses,
    courseId,
    orgId,
    title,
    type,
    published,
    String(version),
  )
}

/** The courses with activities that use any of these, as far as the actor may read about them. */
export async function coursesWith(tx: Tx, actor: Actor, uploads: string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    'select distinct course_id::text as id from upload_references where upload_id = any($1::uuid[])',
    uploads,
  )
  return await taughtAmong(
    tx,
    actor,
    found.map(({ id }) => id),
  )
}

/** How many activities of other courses use any of these; whatever is searched for, so that no word can be tried on them. */
async function hiddenFrom(tx: Tx, courses: string[], uploads: string[]): Promise<number> {
  const [found] = await rows<{ n: number }>(
    tx,
    `select count(distinct r.activity_id)::int as n from upload_references r left join mirror.courses c on c.id = r.course_id
     where r.upload_id = any($1::uuid[]) and r.course_id <> all($2::uuid[]) and coalesce(not c.deleted, true)`,
    uploads,
    courses,
  )
  return found?.n ?? 0
}

export type ReferenceQuery = PageQuery & { conditions?: string }
/** `all`: how many there are beyond one's own courses is said too. */
export type Reader = { actor: Actor; all: boolean }

/** Grants of this activity that were decided by an older version of it open nothing from now on. */
const revokeGrants = (tx: Tx, activity: string, before: bigint) =>
  tx.$executeRawUnsafe(
    `
    insert into grant_revocations as r (activity_id, before) values ($1::uuid, $2::text::bigint)
    on conflict (activity_id) do update set before = excluded.before where r.before < excluded.before`,
    activity,
    String(before),
  )

type Reference = { activity_id: string; course_id: string; course_name: string; title: string; type: string; published: boolean }

export async function referencesOf(tx: Tx, { actor, all }: Reader, upload: string, query: ReferenceQuery) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const courses = await coursesWith(tx, actor, [upload])
  const { limit, offset } = limits(query)
  const found = await rows<Reference & { total: string }>(
    tx,
    `
    select r.activity_id::text, r.course_id::text, c.name as course_name, r.title, r.type, r.published, count(*) over ()::text as total
    from upload_references r join mirror.courses c on c.id = r.course_id
    where r.upload_id = $1::uuid and r.course_id = any($5::uuid[]) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
    order by c.name, r.title, r.activity_id limit $3::int offset $4::int`,
    upload,
    likePattern(String(keyword)),
    limit,
    offset,
    courses,
  )
  const page = pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, ...reference }) => reference),
  )
  return { ...page, hidden: all ? await hiddenFrom(tx, courses, [upload]) : 0 }
}

type ActivityRow = { id: string; title: string; type: string; published: boolean; upload_id: string; upload_name: string }

/** The activities that use any of these. */
export async function activitiesWith(tx: Tx, { actor, all }: Reader, uploads: string[], query: ReferenceQuery) {
  const { keyword = '', type, published } = conditionsOf(query.conditions, ['keyword', 'type', 'published'])
  if (published !== undefined && typeof published !== 'boolean') throw invalid({ 'conditions.published': 'field.type' })
  const { limit, offset } = limits(query)
  const courses = await coursesWith(tx, actor, uploads)
  const found = await rows<ActivityRow & { course_id: string; course_name: string; total: string }>(
    tx,
    `
    select r.activity_id::text as id, r.title, r.type, r.published, u.id::text as upload_id, u.name as upload_name,
      r.course_id::text, c.name as course_name, count(*) over ()::text as total
    from upload_references r join uploads u on u.id = r.upload_id join mirror.courses c on c.id = r.course_id
    where r.upload_id = any($1::uuid[]) and r.course_id = any($7::uuid[]) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
      and ($3::text[] is null or r.type = any($3::text[])) and ($4::bool is null or r.published = $4::bool)
    order by c.name, r.title, r.activity_id, u.id limit $5::int offset $6::int`,
    uploads,
    likePattern(String(keyword)),
    type === undefined ? null : Array.isArray(type) ? type : [String(type)],
    published ?? null,
    limit,
    offset,
    courses,
  )
  const page = pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, course_id, course_name, ...activity }) => ({ ...activity, course: { id: course_id, name: course_name } })),
  )
  return { ...page, hidden: all ? await hiddenFrom(tx, courses, uploads) : 0 }
}

/** How many activities use any of these uploads. */
export async function usesOf(tx: Tx, uploads: string[]): Promise<number> {
  const [found] = await rows<{ n: number }>(
    tx,
    'select count(distinct activity_id)::int as n from upload_references where upload_id = any($1::uuid[])',
    uploads,
  )
  return found?.n ?? 0
}
