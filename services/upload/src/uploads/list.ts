// Lists of files: my own, a course's; with what a folder holds and where a file is used.
import { likeText } from '@lyceum/kit/like'
import type { Actor } from '@lyceum/kit/actor'
import { rows } from '@lyceum/kit/db'
import { invalid } from '@lyceum/kit/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/shapes'
import { coursesWith } from '../references/references.ts'
import type { Db, Deps } from '../deps.ts'
import type { Prisma } from '../generated/client.ts'
import { type ListedUpload, type ListQuery, listStatuses, listTypes, uploadConditions } from './api.ts'
import { mySpace, pathOf, type Space } from './folders.ts'
import { type Row, view } from './rows.ts'

/** A folder of mine, the top without parent_id; a keyword searches all folders. */
export const listUploads = (deps: Deps, actor: Actor, query: ListQuery) => listIn(deps, actor, mySpace(actor), query, () => 'all')

/** A folder of a course. Who only learns there sees what is ready, and not what uses it. */
export const listCourseFiles = (deps: Deps, actor: Actor, space: Space, query: ListQuery, teaching: boolean) =>
  listIn(deps, actor, space, query, () => (teaching ? 'all' : 'none'), teaching ? {} : { status: 'ready' })

async function listIn(
  { db }: Deps,
  actor: Actor,
  space: Space,
  query: ListQuery,
  shownUses: ShownUses,
  only: Prisma.UploadWhereInput = {},
) {
  const { keyword, types, statuses } = wanted(query.conditions)
  const where: Prisma.UploadWhereInput = {
    ...(space.course ? { courseId: space.course } : { ownerId: space.owner, orgId: space.org, courseId: null }),
    deleted: false,
    ...(keyword ? { name: { contains: likeText(keyword), mode: 'insensitive' } } : { parentId: query.parent_id ?? space.course }),
    AND: [types ? { type: { in: types } } : {}, statuses ? { status: { in: statuses } } : {}, only],
  }
  const { limit, offset } = limits(query)
  const [total, found, path] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({ where, include: { videos: true }, orderBy: orderOf(query), take: limit, skip: offset }),
    query.parent_id ? pathOf(db, space, query.parent_id) : [],
  ])
  return { ...pageOf(query, total, await listed(db, actor, found, shownUses)), path }
}

/** Newest first, as people look for what they have just put there. */
function orderOf({
  sort = 'changed',
  order = sort === 'changed' ? 'descending' : 'ascending',
}: ListQuery): Prisma.UploadOrderByWithRelationInput[] {
  const way = order === 'ascending' ? 'asc' : 'desc'
  const by: Record<string, Prisma.UploadOrderByWithRelationInput> = { name: { name: way }, changed: { version: way }, size: { size: way } }
  return [{ isFolder: 'desc' }, by[sort] ?? {}, { id: 'desc' }]
}

/** 400 naming the field for a type or status that does not exist. */
function wanted(conditions: string | undefined) {
  const { keyword = '', type, status } = conditionsOf(conditions, uploadConditions)
  return {
    keyword: String(keyword).trim(),
    types: among(type, listTypes, 'conditions.type'),
    statuses: among(status, listStatuses, 'conditions.status'),
  }
}

function among(value: unknown, known: readonly string[], field: string): string[] | undefined {
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (!list.every((one) => known.includes(one as string))) throw invalid({ [field]: ['field.choice', { allowed: known.join(', ') }] })
  return list as string[]
}

/** Of a file: all its uses, those in courses that the actor teaches or manages (if there is one), or nothing. Names are always of the latter courses. */
export type ShownUses = (row: Row) => 'all' | 'mine' | 'none'

/** A few more queries for the whole page. */
export async function listed(db: Db, actor: Actor, found: Row[], shownUses: ShownUses): Promise<ListedUpload[]> {
  const [counts, uses] = await Promise.all([
    countsIn(
      db,
      found.filter((row) => row.isFolder).map((row) => row.id),
    ),
    usesIn(
      db,
      actor,
      found.filter((row) => !row.isFolder && shownUses(row) !== 'none').map((row) => row.id),
    ),
  ])
  return found.map((row) => {
    const { activities, courses, mine, my_courses, ...one } = uses.get(row.id) ?? unused
    const item = { ...view(row), item_count: row.isFolder ? (counts.get(row.id) ?? 0) : null }
    if (shownUses(row) === 'all') return { ...item, used_in: { activities, courses, ...one } }
    return mine > 0 ? { ...item, used_in: { activities: mine, courses: my_courses, ...one } } : item
  })
}

async function countsIn(db: Db, folders: string[]): Promise<Map<string, number>> {
  if (folders.length === 0) return new Map()
  const found = await rows<{ id: string; n: number }>(
    db,
    'select parent_id::text as id, count(*)::int as n from uploads where parent_id = any($1::uuid[]) and not deleted group by parent_id',
    folders,
  )
  return new Map(found.map(({ id, n }) => [id, n]))
}

type Uses = { activities: number; courses: number; mine: number; my_courses: number; course_id: string | null; course_name: string | null }

const unused: Uses = { activities: 0, courses: 0, mine: 0, my_courses: 0, course_id: null, course_name: null }

async function usesIn(db: Db, actor: Actor, files: string[]): Promise<Map<string, Uses>> {
  if (files.length === 0) return new Map()
  const found = await rows<Uses & { id: string }>(
    db,
    `
    select r.upload_id::text as id, count(*)::int as activities, count(distinct r.course_id)::int as courses,
      (count(*) filter (where r.course_id = any($2::uuid[])))::int as mine,
      (count(distinct r.course_id) filter (where r.course_id = any($2::uuid[])))::int as my_courses,
      min(r.course_id::text) filter (where r.course_id = any($2::uuid[])) as course_id,
      (array_agg(c.name order by r.course_id::text) filter (where r.course_id = any($2::uuid[])))[1] as course_name
    from upload_references r left join mirror.courses c on c.id = r.course_id
    where r.upload_id = any($1::uuid[]) and coalesce(not c.deleted, true) group by r.upload_id`,
    files,
    await coursesWith(db, actor, files),
  )
  return new Map(found.map(({ id, ...uses }) => [id, uses]))
}
