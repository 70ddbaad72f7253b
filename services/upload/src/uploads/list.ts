// Lists of files, the actor's own or a course's, with the item counts of folders and the uses of files.
import { wordsContained } from '@lyceum/kit/database/like-pattern'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { coursesWith } from '../rows/references.ts'
import type { Db, Deps } from '../deps.ts'
import type { Prisma } from '../generated/client.ts'
import { type ListedUpload, type ListQuery, listStatuses, listTypes, uploadConditions } from './api.ts'
import { mySpace, pathOf, type Space } from '../rows/folders.ts'
import { type Row, toUpload } from '../rows/rows.ts'

/** Lists a folder of the actor's files, the top without parent_id; a keyword searches all folders. */
export const listUploads = (deps: Deps, actor: Actor, query: ListQuery) => listSpace(deps, actor, mySpace(actor), query, () => 'all')

/** Lists a folder of a course. Students see ready files, without uses. */
export const listCourseFiles = (deps: Deps, actor: Actor, space: Space, query: ListQuery, teaching: boolean) =>
  listSpace(deps, actor, space, query, () => (teaching ? 'all' : 'none'), teaching ? {} : { status: 'ready' })

async function listSpace(
  { db }: Deps,
  actor: Actor,
  space: Space,
  query: ListQuery,
  visibleUses: VisibleUses,
  filter: Prisma.UploadWhereInput = {},
) {
  const { keyword, types, statuses } = parseConditions(query.conditions)
  const where: Prisma.UploadWhereInput = {
    ...(space.course ? { courseId: space.course } : { ownerId: space.owner, orgId: space.org, courseId: null }),
    deleted: false,
    ...(keyword ? {} : { parentId: query.parent_id ?? space.course }),
    AND: [...wordsContained(keyword ?? ''), types ? { type: { in: types } } : {}, statuses ? { status: { in: statuses } } : {}, filter],
  }
  const { limit, offset } = limits(query)
  const [total, list, path] = await Promise.all([
    db.upload.count({ where }),
    db.upload.findMany({ where, include: { videos: true }, orderBy: orderOf(query), take: limit, skip: offset }),
    query.parent_id ? pathOf(db, space, query.parent_id) : [],
  ])
  return { ...pageOf(query, total, await toListedUploads(db, actor, list, visibleUses)), path }
}

/** Newest first: people look for the file they have just uploaded. */
function orderOf({
  sort = 'changed',
  order = sort === 'changed' ? 'descending' : 'ascending',
}: ListQuery): Prisma.UploadOrderByWithRelationInput[] {
  const direction = order === 'ascending' ? 'asc' : 'desc'
  const orders: Record<string, Prisma.UploadOrderByWithRelationInput> = {
    name: { name: direction },
    changed: { version: direction },
    size: { size: direction },
  }
  return [{ isFolder: 'desc' }, orders[sort] ?? {}, { id: 'desc' }]
}

/** Parses the conditions. 400 at the field for an unknown type or status. */
function parseConditions(conditions: string | undefined) {
  const { keyword = '', type, status } = conditionsOf(conditions, uploadConditions)
  return {
    keyword: String(keyword).trim(),
    types: checkChoices(type, listTypes, 'conditions.type'),
    statuses: checkChoices(status, listStatuses, 'conditions.status'),
  }
}

function checkChoices(value: unknown, choices: readonly string[], field: string): string[] | undefined {
  if (value === undefined) return undefined
  const list = Array.isArray(value) ? value : [value]
  if (!list.every((choice) => choices.includes(choice as string)))
    throw invalid({ [field]: ['field.choice', { allowed: choices.join(', ') }] })
  return list as string[]
}

/** The visible uses of a file: all, those in courses that the actor teaches or manages, or none. Names are always of the latter courses. */
export type VisibleUses = (row: Row) => 'all' | 'mine' | 'none'

/** Converts the rows of a page, with two more queries for all of them. */
export async function toListedUploads(db: Db, actor: Actor, list: Row[], visibleUses: VisibleUses): Promise<ListedUpload[]> {
  const [itemCounts, uses] = await Promise.all([
    countItems(
      db,
      list.filter((row) => row.isFolder).map((row) => row.id),
    ),
    countUses(
      db,
      actor,
      list.filter((row) => !row.isFolder && visibleUses(row) !== 'none').map((row) => row.id),
    ),
  ])
  return list.map((row) => {
    const { activities, courses, mine, my_courses, ...rest } = uses.get(row.id) ?? noUses
    const item = { ...toUpload(row), item_count: row.isFolder ? (itemCounts.get(row.id) ?? 0) : null }
    if (visibleUses(row) === 'all') return { ...item, used_in: { activities, courses, ...rest } }
    return mine > 0 ? { ...item, used_in: { activities: mine, courses: my_courses, ...rest } } : item
  })
}

async function countItems(db: Db, folders: string[]): Promise<Map<string, number>> {
  if (folders.length === 0) return new Map()
  const list = await rows<{ id: string; n: number }>(
    db,
    'select parent_id::text as id, count(*)::int as n from uploads where parent_id = any($1) and not deleted group by parent_id',
    folders,
  )
  return new Map(list.map(({ id, n }) => [id, n]))
}

type Uses = { activities: number; courses: number; mine: number; my_courses: number; course_id: string | null; course_name: string | null }

const noUses: Uses = { activities: 0, courses: 0, mine: 0, my_courses: 0, course_id: null, course_name: null }

async function countUses(db: Db, actor: Actor, files: string[]): Promise<Map<string, Uses>> {
  if (files.length === 0) return new Map()
  const list = await rows<Uses & { id: string }>(
    db,
    `
    select r.upload_id::text as id, count(*)::int as activities, count(distinct r.course_id)::int as courses,
      (count(*) filter (where r.course_id = any($2)))::int as mine,
      (count(distinct r.course_id) filter (where r.course_id = any($2)))::int as my_courses,
      min(r.course_id::text) filter (where r.course_id = any($2)) as course_id,
      (array_agg(c.name order by r.course_id::text) filter (where r.course_id = any($2)))[1] as course_name
    from upload_references r left join mirror.courses c on c.id = r.course_id
    where r.upload_id = any($1) and r.holder_kind = 'activity' and coalesce(not c.deleted, true) group by r.upload_id`,
    files,
    await coursesWith(db, actor, files),
  )
  return new Map(list.map(({ id, ...uses }) => [id, uses]))
}
