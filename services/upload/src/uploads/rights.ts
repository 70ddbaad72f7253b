// The rights to an upload: read, use, change. Students read ready files of their courses; for other files they need a grant of a holder's service.
// A file that is held without a right to see it is read by its owner alone, and by grants.
import { readCourseAccess, requireIn, roleMaySql, suspendedSql, teaches } from '@lyceum/course/mirror/rules'
import { has, may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import type { Db } from '../deps.ts'
import { fileInDepartment, inDepartment } from '../storage/departments.ts'
import type { Space } from '../rows/folders.ts'
import { entersSql } from '../rows/group-members.ts'
import { findRow, lockRow, type Row } from '../rows/rows.ts'
import { visibleShareSql } from '../rows/visible-shares.ts'

export const isOwner = (actor: Actor, row: Row) => actor.person === row.ownerId && actor.org === row.orgId

type Held = { seeing: boolean; closed: boolean }

/**
 * Rights that come from an upload's holders. seeing: the actor sees the drafts of a course that holds it by right, without simulating there; courses of
 * other organisations count (team teaching), unless those have suspended the actor. closed: it is held, and nowhere by right.
 */
const readHeld = async (tx: Tx, actor: Actor, upload: string): Promise<Held> =>
  (await one<Held>(
    tx,
    `
  select coalesce(bool_and(not r.by_right), false) as closed,
    coalesce(bool_or(r.by_right and c.id is not null and m.person_id is not null and ${roleMaySql('content.drafts')}
      and coalesce(s.acting_as, '') = ''), false) as seeing
  from upload_references r
  left join mirror.courses c on c.id = r.course_id and not c.deleted
  left join mirror.orgs o on o.id = c.org_id
  left join mirror.persons ps on ps.id = nullif($2, '')::uuid
  left join mirror.members m on m.course_id = r.course_id and m.person_id = nullif($2, '')::uuid and m.state = 'active' and not ${suspendedSql}
  left join mirror.simulations s on s.course_id = r.course_id and s.session_id = $3
  where r.upload_id = $1`,
    upload,
    actor.person,
    actor.session,
  ))!

/** Upload $1 and the folders above it, as `up`. */
const aboveSql = `with recursive up as (
    select id, parent_id, 1 as n from uploads where id = $1
    union all select u.id, u.parent_id, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and not u.deleted and n < 100)`

/** Whether the upload, or a folder above it, is shared into a group of the actor, who sees it there. */
const inMyGroups = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  ${aboveSql}
  select 1 from up join shared_resources s on s.upload_id = up.id and ${visibleShareSql('$2')}
    join resource_groups g on g.id = s.group_id and not g.deleted
    join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid where ${entersSql('$3')} limit 1`,
    upload,
    actor.person,
    actor.org,
  ))

/** Whether the actor decides over a share of the upload, or of a folder above it, into the group or any: whoever does sees it first. */
export const reviewsShare = async (tx: Tx, actor: Actor, upload: string, group?: string): Promise<boolean> =>
  may(actor, 'sharing.review') &&
  undefined !==
    (await one(
      tx,
      `
  ${aboveSql.replaceAll('$1', '$3')}
  select 1 from up join shared_resources s on s.upload_id = up.id join resource_groups g on g.id = s.group_id and not g.deleted and g.org_id = $1
  where ($2 = '' or ${inDepartment('s.shared_by')}) and ($4::uuid is null or g.id = $4) limit 1`,
      actor.org,
      actor.department ?? '',
      upload,
      group ?? null,
    ))

/** The actor's access to the course that a file belongs to; undefined: none, or the course does not exist. */
const courseAccessOf = (tx: Tx, actor: Actor, course: string) =>
  readCourseAccess(tx, actor, course).then(
    (result) => result.access,
    () => undefined,
  )

function refuse(actor: Actor, row: Row): never {
  if (actor.person === row.ownerId && actor.org !== row.orgId) throw forbidden('scope.other', { org: row.orgId })
  throw forbidden()
}

/**
 * wholeFile: the right to the whole file, independent of allow_download. mayDelete: the right to delete it, and so to the number of all its uses.
 * asManager: a right of the organisation's or department's managers and reviewers alone, whose reads are audited.
 */
export type UploadAccess = { row: Row; wholeFile: boolean; mayDelete: boolean; asManager: boolean }

export async function readAccess(db: Db, actor: Actor, id: string): Promise<UploadAccess> {
  const row = await findRow(db, id)
  if (!row) throw notFound('lark.errorMsg', id)
  const own = { row, asManager: false }
  if (isOwner(actor, row)) return { ...own, wholeFile: true, mayDelete: true }
  const access = row.courseId ? await courseAccessOf(db, actor, row.courseId) : undefined
  if (access && has(access.can, 'files.change')) return { ...own, wholeFile: true, mayDelete: true }
  const { seeing, closed } = await readHeld(db, actor, id)
  const teaching = seeing || (access !== undefined && teaches(access))
  if (!closed && (await managesFile(db, actor, row))) return { row, wholeFile: true, mayDelete: true, asManager: !teaching }
  if (teaching) return { ...own, wholeFile: true, mayDelete: false }
  const isStudent = access?.role && access.published && row.status === 'ready'
  if (isStudent || (await inMyGroups(db, actor, id))) return { ...own, wholeFile: false, mayDelete: false }
  if (!closed && (await reviewsShare(db, actor, id))) return { row, wholeFile: false, mayDelete: false, asManager: true }
  return refuse(actor, row)
}

type Owned = Pick<Row, 'id' | 'orgId'>
/** Those of the files that the actor manages: of their organisation, or of the department to which their permissions are bound. */
export async function managedAmong(tx: Tx, actor: Actor, files: readonly Owned[]): Promise<ReadonlySet<string>> {
  const ids = may(actor, 'files.manage') ? files.filter(({ orgId }) => orgId === actor.org).map(({ id }) => id) : []
  if (!actor.department || ids.length === 0) return new Set(ids)
  const managed = await rows<{ id: string }>(
    tx,
    `select u.id::text from uploads u left join mirror.courses c on c.id = u.course_id where u.org_id = $1 and u.id = any($3::uuid[]) and ${fileInDepartment}`,
    actor.org,
    actor.department,
    ids,
  )
  return new Set(managed.map(({ id }) => id))
}
const managesFile = async (tx: Tx, actor: Actor, row: Owned) => (await managedAmong(tx, actor, [row])).has(row.id)

/** Checks the right to read the uses of an upload: owner, teachers who use it, managers of the organisation. True if uses elsewhere are counted too. 403. */
export async function checkReferenceAccess(db: Db, actor: Actor, id: string): Promise<boolean> {
  const { wholeFile, mayDelete } = await readAccess(db, actor, id)
  if (!wholeFile) throw forbidden()
  return mayDelete
}

export const requireReadable = async (db: Db, actor: Actor, id: string): Promise<Row> => (await readAccess(db, actor, id)).row

/** 409 upload.held with the holders, when one of them holds any of these uploads fast: no force deletes or renames it. */
export async function assertNotHeld(tx: Tx, uploads: string[]): Promise<void> {
  const holders = await rows<{ holder: string }>(
    tx,
    `select distinct holder_kind || ':' || activity_id as holder from upload_references where hold and upload_id = any($1) order by 1 limit 20`,
    uploads,
  )
  if (holders.length > 0) throw conflict('upload.held', { holders: holders.map(({ holder }) => holder).join(' ') })
}

/** Locks the row for its owner, for teachers of its course, and with `managers` also for its managers. 404, 403. */
export async function lockWritable(db: Db, actor: Actor, id: string, { managers = false } = {}): Promise<Row> {
  const row = await lockRow(db, id)
  if (!row) throw notFound('lark.errorMsg', id)
  if (isOwner(actor, row) || (managers && (await managesFile(db, actor, row)))) return row
  if (row.courseId) {
    const access = await courseAccessOf(db, actor, row.courseId)
    if (access && has(access.can, 'files.change')) return row
  }
  return refuse(actor, row)
}

/** The space of a course, for its teachers. 403, 404. */
export async function courseSpace(db: Db, actor: Actor, course: string): Promise<Space> {
  const { org, access } = await readCourseAccess(db, actor, course)
  requireIn(access, 'files.change')
  return { owner: actor.person, org, course }
}
