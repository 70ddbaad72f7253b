// Folders: of a person's own files, and of a course's. A folder and what is in it are always of the same place.
import type { Actor } from '@lyceum/kit/actor'
import { one, rows } from '@lyceum/kit/db'
import { invalid } from '@lyceum/kit/errors'
import type { Db, Deps } from '../deps.ts'
import { rulesOf } from '../storage/rules.ts'
import type { Row } from './rows.ts'

/** Whose files: a person's in an organisation, or a course's. */
export type Space = { owner: string; org: string; course: string | null }
export const spaceOf = (row: Pick<Row, 'ownerId' | 'orgId' | 'courseId'>): Space => ({
  owner: row.ownerId,
  org: row.orgId,
  course: row.courseId,
})
export const mySpace = (actor: Actor): Space => ({ owner: actor.person, org: actor.org, course: null })

/**
 * One change of a place's folders at a time, taken before any row: two moves at once could put folders into each other, and what comes
 * into a folder while it is deleted would be left in nothing.
 */
export const holdFolders = (db: Db, { owner, course }: Space) =>
  db.$executeRawUnsafe("select pg_advisory_xact_lock(hashtextextended('folders:' || $1, 0))", course ?? owner)

/** The fields that put a thing into a folder, or at the top of its place. */
export const placed = ({ course }: Space, folder: string | null) =>
  folder
    ? { parentType: 'folder', parentId: folder }
    : course
      ? { parentType: 'course', parentId: course }
      : { parentType: null, parentId: null }

/** The place that a folder belongs to; undefined when there is no such folder. */
export async function spaceOfFolder(db: Db, folder: string): Promise<Space | undefined> {
  const row = await db.upload.findUnique({
    where: { id: folder },
    select: { ownerId: true, orgId: true, courseId: true, isFolder: true, deleted: true },
  })
  return row?.isFolder && !row.deleted ? spaceOf(row) : undefined
}

/** A folder of this place, not too deep for folders of `levels` more levels in it and not too full. */
export async function checkFolder(
  deps: Pick<Deps, 'db' | 'config'>,
  space: Space,
  folder: string,
  { levels = 0, files = 0 }: { levels?: number; files?: number },
) {
  const { db } = deps
  const found = await one<{ depth: number; files: number }>(
    db,
    `
    with recursive up as (
      select id, parent_id, 1 as depth from uploads
      where id = $1::uuid and is_folder and not deleted and org_id = $3::uuid and course_id is not distinct from $4::uuid and (course_id is not null or owner_id = $2::uuid)
      union all select u.id, u.parent_id, up.depth + 1 from uploads u join up on u.id = up.parent_id where up.depth < 100)
    select max(depth) as depth, (select count(*)::int from uploads where parent_id = $1::uuid and not deleted and not is_folder) as files
    from up`,
    folder,
    space.owner,
    space.org,
    space.course,
  )
  if (!found?.depth) throw invalid({ parent_id: 'folder.notFound' })
  const { maxLevel, maxFiles } = await rulesOf(deps, space.org)
  if (levels > 0 && found.depth + levels > maxLevel) throw invalid({ parent_id: ['folderExceedsMaxLevel', { limit: maxLevel }] })
  if (files > 0 && found.files + files > maxFiles) throw invalid({ parent_id: ['fileExceedsMaxCount', { limit: maxFiles }] })
}

/** The folders from the top down to this one, itself included. */
export const pathOf = (db: Db, { owner, course }: Pick<Space, 'owner' | 'course'>, folder: string) =>
  rows<{ id: string; name: string }>(
    db,
    `
  with recursive up as (
    select id, parent_id, name, 1 as n from uploads
    where id = $1::uuid and is_folder and not deleted and course_id is not distinct from $3::uuid and (course_id is not null or owner_id = $2::uuid)
    union all select u.id, u.parent_id, u.name, n + 1 from uploads u join up on u.id = up.parent_id where n < 100)
  select id::text, name from up order by n desc`,
    folder,
    owner,
    course,
  )

/** These and all that is in them. `levels`: how deep the folders among them go, 0 for a file. */
export async function treeOf(db: Db, ids: string[]): Promise<{ ids: string[]; levels: number }> {
  const found = await rows<{ id: string; depth: number; is_folder: boolean }>(
    db,
    `
    with recursive down as (
      select id, is_folder, 1 as depth from uploads where id = any($1::uuid[]) and not deleted
      union all select u.id, u.is_folder, depth + 1 from uploads u join down on u.parent_id = down.id
      where not u.deleted and coalesce(u.parent_type, 'folder') = 'folder' and depth < 100)
    select id::text, max(depth) as depth, bool_or(is_folder) as is_folder from down group by id`,
    ids,
  )
  return { ids: found.map(({ id }) => id), levels: Math.max(0, ...found.filter((one) => one.is_folder).map(({ depth }) => depth)) }
}
