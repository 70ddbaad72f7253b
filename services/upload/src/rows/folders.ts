// Folders of a person's own files and of a course's. A folder and its content always belong to the same space.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, run } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import type { Db, Deps } from '../deps.ts'
import { readRules } from './storage-rules.ts'
import type { Row } from './rows.ts'

/** A space of files: a person's own in an organisation, or a course's. */
export type Space = { owner: string; org: string; course: string | null }
export const spaceOf = (row: Pick<Row, 'ownerId' | 'orgId' | 'courseId'>): Space => ({
  owner: row.ownerId,
  org: row.orgId,
  course: row.courseId,
})
export const mySpace = (actor: Actor): Space => ({ owner: actor.person, org: actor.org, course: null })

/**
 * Serialises changes of a space's folders, before any row is locked: two moves at once could put folders into each other, and an upload that
 * enters a folder during its deletion would be left without a parent.
 */
export const lockFolders = (db: Db, { owner, course }: Space) =>
  run(db, "select pg_advisory_xact_lock(hashtextextended('folders:' || $1, 0))", course ?? owner)

/** The parent fields of an upload in a folder, or at the top of its space. */
export const parentFields = ({ course }: Space, folder: string | null) =>
  folder
    ? { parentType: 'folder', parentId: folder }
    : course
      ? { parentType: 'course', parentId: course }
      : { parentType: null, parentId: null }

/** The space of a folder; undefined without such a folder. */
export async function spaceOfFolder(db: Db, folder: string): Promise<Space | undefined> {
  const row = await db.upload.findUnique({
    where: { id: folder },
    select: { ownerId: true, orgId: true, courseId: true, isFolder: true, deleted: true },
  })
  return row?.isFolder && !row.deleted ? spaceOf(row) : undefined
}

/** Checks that a folder belongs to the space and takes `levels` more levels and `files` more files.
 *  400 folder.notFound, folderExceedsMaxLevel, fileExceedsMaxCount. */
export async function checkFolder(
  deps: Pick<Deps, 'db' | 'config'>,
  space: Space,
  folder: string,
  { levels = 0, files = 0 }: { levels?: number; files?: number },
) {
  const { db } = deps
  const tree = await one<{ depth: number; files: number }>(
    db,
    `
    with recursive up as (
      select id, parent_id, 1 as depth from uploads
      where id = $1 and is_folder and not deleted and org_id = $3 and course_id is not distinct from $4 and (course_id is not null or owner_id = $2)
      union all select u.id, u.parent_id, up.depth + 1 from uploads u join up on u.id = up.parent_id where up.depth < 100)
    select max(depth) as depth, (select count(*)::int from uploads where parent_id = $1 and not deleted and not is_folder) as files
    from up`,
    folder,
    space.owner,
    space.org,
    space.course,
  )
  if (!tree?.depth) throw invalid({ parent_id: 'folder.notFound' })
  const { maxLevel, maxFiles } = await readRules(deps, space.org)
  if (levels > 0 && tree.depth + levels > maxLevel) throw invalid({ parent_id: ['folderExceedsMaxLevel', { limit: maxLevel }] })
  if (files > 0 && tree.files + files > maxFiles) throw invalid({ parent_id: ['fileExceedsMaxCount', { limit: maxFiles }] })
}

/** The folders from the top down to this one, itself included. */
export const pathOf = (db: Db, { owner, course }: Pick<Space, 'owner' | 'course'>, folder: string) =>
  rows<{ id: string; name: string }>(
    db,
    `
  with recursive up as (
    select id, parent_id, name, 1 as n from uploads
    where id = $1 and is_folder and not deleted and course_id is not distinct from $3 and (course_id is not null or owner_id = $2)
    union all select u.id, u.parent_id, u.name, n + 1 from uploads u join up on u.id = up.parent_id where n < 100)
  select id::text, name from up order by n desc`,
    folder,
    owner,
    course,
  )

/** The uploads and all of their content. `levels`: the depth of the folders among them, 0 for a file. */
export async function treeOf(db: Db, ids: string[]): Promise<{ ids: string[]; levels: number }> {
  const tree = await rows<{ id: string; depth: number; is_folder: boolean }>(
    db,
    `
    with recursive down as (
      select id, is_folder, 1 as depth from uploads where id = any($1) and not deleted
      union all select u.id, u.is_folder, depth + 1 from uploads u join down on u.parent_id = down.id
      where not u.deleted and coalesce(u.parent_type, 'folder') = 'folder' and depth < 100)
    select id::text, max(depth) as depth, bool_or(is_folder) as is_folder from down group by id`,
    ids,
  )
  return { ids: tree.map(({ id }) => id), levels: Math.max(0, ...tree.filter((one) => one.is_folder).map(({ depth }) => depth)) }
}
