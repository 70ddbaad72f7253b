// References: a projection of the activities that use an upload. Titles and course names are for teachers and managers of the course.
import { likePattern } from '@lyceum/kit/database/like-pattern'
import { taughtAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import type { Activity, PersonalTimesChanged } from '@lyceum/proto/activity'
import type { Reference } from '../generated/client.ts'

/** Writes the uploads of an activity; an older version changes nothing. */
export async function upsertReferences(tx: Tx, { activity }: { activity?: Activity | undefined }): Promise<void> {
  if (!activity) return
  const { id, orgId, courseId, title, type, published, deleted, uploadIds, version, grantsSince } = activity
  if (grantsSince > 0n) await revokeGrants(tx, id, grantsSince)
  const uses = deleted ? [] : uploadIds
  await run(tx, 'delete from upload_references where activity_id = $1 and version < $2 and upload_id <> all($3)', id, String(version), uses)
  await run(
    tx,
    `
    insert into upload_references as r (activity_id, upload_id, course_id, org_id, title, type, published, version)
    select $1::uuid, u, $3::uuid, $4::uuid, $5, $6, $7::bool, $8::bigint from unnest($2::uuid[]) as u
    where not exists (select 1 from upload_references where activity_id = $1::uuid and version > $8::bigint)
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

/** The courses with activities that use any of these uploads, of those the actor teaches or manages. */
export async function coursesWith(tx: Tx, actor: Actor, uploads: string[]): Promise<string[]> {
  const courses = await rows<{ id: string }>(
    tx,
    'select distinct course_id::text as id from upload_references where upload_id = any($1)',
    uploads,
  )
  return await taughtAmong(
    tx,
    actor,
    courses.map(({ id }) => id),
  )
}

/** Counts the activities of other courses that use any of these uploads; without conditions, so that no keyword can be probed on them. */
async function countHidden(tx: Tx, courses: string[], uploads: string[]): Promise<number> {
  const [count] = await rows<{ n: number }>(
    tx,
    `select count(distinct r.activity_id)::int as n from upload_references r left join mirror.courses c on c.id = r.course_id
     where r.upload_id = any($1) and r.course_id <> all($2) and coalesce(not c.deleted, true)`,
    uploads,
    courses,
  )
  return count?.n ?? 0
}

export type ReferenceQuery = PageQuery & { conditions?: string }
/** `all`: with the count of uses outside of the actor's own courses. */
export type Reader = { actor: Actor; all: boolean }

/** Ends the grants that were decided on an older version of this activity. */
const revokeGrants = (tx: Tx, activity: string, before: bigint) =>
  run(
    tx,
    `
    insert into grant_revocations as r (activity_id, before) values ($1, $2)
    on conflict (activity_id) do update set before = excluded.before where r.before < excluded.before`,
    activity,
    String(before),
  )

/** Ends a person's grants that were decided by older times of theirs. */
export const revokePersonalGrants = (tx: Tx, { personId, narrowedIds, version }: PersonalTimesChanged) =>
  run(
    tx,
    `
    insert into personal_grant_revocations as r (activity_id, person_id, before) select a, $2::uuid, $3::bigint from unnest($1::uuid[]) as a
    on conflict (activity_id, person_id) do update set before = excluded.before where r.before < excluded.before`,
    narrowedIds,
    personId,
    String(version),
  )

const referenceColumns = columnsOf<Reference>()('activity_id', 'course_id', 'title', 'type', 'published')
type ReferenceRow = RowOf<typeof referenceColumns> & { course_name: string; total: number }

export async function listReferences(tx: Tx, { actor, all }: Reader, upload: string, query: ReferenceQuery) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const courses = await coursesWith(tx, actor, [upload])
  const { limit, offset } = limits(query)
  const list = await rows<ReferenceRow>(
    tx,
    `
    select ${referenceColumns('r')}, c.name as course_name, count(*) over ()::int as total
    from upload_references r join mirror.courses c on c.id = r.course_id
    where r.upload_id = $1 and r.course_id = any($5) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
    order by c.name, r.title, r.activity_id limit $3 offset $4`,
    upload,
    likePattern(String(keyword)),
    limit,
    offset,
    courses,
  )
  const page = pageOf(
    query,
    list[0]?.total ?? 0,
    list.map(({ total: _, ...reference }) => reference),
  )
  return { ...page, hidden: all ? await countHidden(tx, courses, [upload]) : 0 }
}

const activityColumns = columnsOf<Reference>()('title', 'type', 'published', 'course_id', 'upload_id')
type ActivityRow = RowOf<typeof activityColumns> & { id: string; upload_name: string; course_name: string; total: number }

/** Lists the activities that use any of these uploads. */
export async function listActivities(tx: Tx, { actor, all }: Reader, uploads: string[], query: ReferenceQuery) {
  const { keyword = '', type, published } = conditionsOf(query.conditions, ['keyword', 'type', 'published'])
  if (published !== undefined && typeof published !== 'boolean') throw invalid({ 'conditions.published': 'field.type' })
  const { limit, offset } = limits(query)
  const courses = await coursesWith(tx, actor, uploads)
  const list = await rows<ActivityRow>(
    tx,
    `
    select r.activity_id as id, ${activityColumns('r')}, u.name as upload_name, c.name as course_name, count(*) over ()::int as total
    from upload_references r join uploads u on u.id = r.upload_id join mirror.courses c on c.id = r.course_id
    where r.upload_id = any($1) and r.course_id = any($7) and ($2 = '' or r.title ilike $2 or c.name ilike $2)
      and ($3::text[] is null or r.type = any($3::text[])) and ($4::bool is null or r.published = $4::bool)
    order by c.name, r.title, r.activity_id, u.id limit $5 offset $6`,
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
    list[0]?.total ?? 0,
    list.map(({ total: _, course_id, course_name, ...activity }) => ({ ...activity, course: { id: course_id, name: course_name } })),
  )
  return { ...page, hidden: all ? await countHidden(tx, courses, uploads) : 0 }
}

/** Counts the activities that use any of these uploads. */
export async function countUses(tx: Tx, uploads: string[]): Promise<number> {
  const [count] = await rows<{ n: number }>(
    tx,
    'select count(distinct activity_id)::int as n from upload_references where upload_id = any($1)',
    uploads,
  )
  return count?.n ?? 0
}
