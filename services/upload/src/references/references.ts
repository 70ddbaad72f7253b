// Which activities use an upload: a copy kept from activity's facts.
import { likePattern } from '@lyceum/kit/like'
import { rows, type Tx } from '@lyceum/kit/db'
import { invalid } from '@lyceum/kit/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import type { Activity } from '@lyceum/proto/activity'

/** An activity's uploads as it has them now; an older state changes nothing. */
export async function keepReferences(tx: Tx, { activity }: { activity?: Activity | undefined }): Promise<void> {
  if (!activity) return
  const { id, orgId, courseId, title, type, published, deleted, uploadIds, version } = activity
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

type Reference = { activity_id: string; course_id: string; course_name: string; title: string; type: string; published: boolean }

export async function referencesOf(tx: Tx, upload: string, query: PageQuery & { conditions?: string }) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const found = await rows<Reference & { total: string }>(
    tx,
    `
    select r.activity_id::text, r.course_id::text, coalesce(c.name, '') as course_name, r.title, r.type, r.published, count(*) over ()::text as total
    from upload_references r left join mirror.courses c on c.id = r.course_id
    where r.upload_id = $1::uuid and coalesce(not c.deleted, true) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
    order by c.name, r.title, r.activity_id limit $3::int offset $4::int`,
    upload,
    likePattern(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, ...reference }) => reference),
  )
}

type ActivityRow = { id: string; title: string; type: string; published: boolean; upload_id: string; upload_name: string }

/** The activities that use any of these. */
export async function activitiesWith(tx: Tx, uploads: string[], query: PageQuery & { conditions?: string }) {
  const { keyword = '', type, published } = conditionsOf(query.conditions, ['keyword', 'type', 'published'])
  if (published !== undefined && typeof published !== 'boolean') throw invalid({ 'conditions.published': 'field.type' })
  const { limit, offset } = limits(query)
  const found = await rows<ActivityRow & { course_id: string; course_name: string; total: string }>(
    tx,
    `
    select r.activity_id::text as id, r.title, r.type, r.published, u.id::text as upload_id, u.name as upload_name,
      r.course_id::text, coalesce(c.name, '') as course_name, count(*) over ()::text as total
    from upload_references r join uploads u on u.id = r.upload_id left join mirror.courses c on c.id = r.course_id
    where r.upload_id = any($1::uuid[]) and coalesce(not c.deleted, true) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
      and ($3::text[] is null or r.type = any($3::text[])) and ($4::bool is null or r.published = $4::bool)
    order by c.name, r.title, r.activity_id, u.id limit $5::int offset $6::int`,
    uploads,
    likePattern(String(keyword)),
    type === undefined ? null : Array.isArray(type) ? type : [String(type)],
    published ?? null,
    limit,
    offset,
  )
  return pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, course_id, course_name, ...activity }) => ({ ...activity, course: { id: course_id, name: course_name } })),
  )
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
