// References: who uses an upload (held.ts fills them). Titles and course names are for teachers and managers of the course, and not of holders
// whose files teachers may not see by right.
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { taughtAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import type { Reference } from '../generated/client.ts'

/** The courses that use any of these uploads, of those the actor teaches or manages. */
export async function coursesWith(tx: Tx, actor: Actor, uploads: string[]): Promise<string[]> {
  const courses = await rows<{ id: string }>(
    tx,
    'select distinct course_id::text as id from upload_references where by_right and upload_id = any($1)',
    uploads,
  )
  return await taughtAmong(
    tx,
    actor,
    courses.map(({ id }) => id),
  )
}

/** Counts the holders in other courses, and those without a right to see, that use any of these uploads; without conditions, so that no keyword
 *  can be probed on them. */
async function countHidden(tx: Tx, courses: string[], uploads: string[]): Promise<number> {
  const [count] = await rows<{ n: number }>(
    tx,
    `select count(distinct r.activity_id)::int as n from upload_references r left join mirror.courses c on c.id = r.course_id
     where r.upload_id = any($1) and (not r.by_right or r.course_id <> all($2)) and coalesce(not c.deleted, true)`,
    uploads,
    courses,
  )
  return count?.n ?? 0
}

export type ReferenceQuery = PageQuery & { conditions?: string }
/** `all`: with the count of uses outside of the actor's own courses. */
export type Reader = { actor: Actor; all: boolean }

const referenceColumns = columnsOf<Reference>()('activity_id', 'holder_kind', 'course_id', 'title', 'type', 'published')
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
    where r.upload_id = $1 and r.by_right and r.course_id = any($5) and ${heldSql(foldedSql('r.title', 'c.name'), '$2')}
    order by c.name, r.title, r.activity_id limit $3 offset $4`,
    upload,
    wordPatterns(String(keyword)),
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

/** The use of an upload by one activity, which its reader may open. */
export async function usesByGrant(tx: Tx, upload: string, activity: string) {
  const items = await rows<Omit<ReferenceRow, 'total'>>(
    tx,
    `select ${referenceColumns('r')}, c.name as course_name from upload_references r join mirror.courses c on c.id = r.course_id and not c.deleted
     where r.upload_id = $1 and r.by_right and r.activity_id = nullif($2, '')::uuid`,
    upload,
    activity,
  )
  return { ...pageOf({}, items.length, items), hidden: 0 }
}

const activityColumns = columnsOf<Reference>()('holder_kind', 'title', 'type', 'published', 'course_id', 'upload_id')
type ActivityRow = RowOf<typeof activityColumns> & { id: string; upload_name: string; course_name: string; total: number }

/** Lists the holders that use any of these uploads. */
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
    where r.upload_id = any($1) and r.by_right and r.course_id = any($7) and ${heldSql(foldedSql('r.title', 'c.name'), '$2')}
      and ($3::text[] is null or r.type = any($3::text[])) and ($4::bool is null or r.published = $4::bool)
    order by c.name, r.title, r.activity_id, u.id limit $5 offset $6`,
    uploads,
    wordPatterns(String(keyword)),
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

/** Counts the holders that use any of these uploads. */
export async function countUses(tx: Tx, uploads: string[]): Promise<number> {
  const [count] = await rows<{ n: number }>(
    tx,
    'select count(distinct activity_id)::int as n from upload_references where upload_id = any($1)',
    uploads,
  )
  return count?.n ?? 0
}
