// The rights to an upload: read, use, change. Students read ready files of their courses; for other files they need a grant of an activity.
import { readCourseAccess, requireIn, roleMaySql, teaches } from '@lyceum/course/mirror/rules'
import { has, may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, type Tx } from '@lyceum/kit/database/database'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import type { Db } from '../deps.ts'
import type { Space } from './folders.ts'
import { findRow, lockRow, type Row } from './rows.ts'

export const isOwner = (actor: Actor, row: Row) => actor.person === row.ownerId && actor.org === row.orgId

/** Whether the actor sees the drafts of a course whose activities use the upload, without simulating there; courses of other organisations count (team teaching). */
const teachesWithIt = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  select 1 from upload_references r join mirror.members m on m.course_id = r.course_id
  join mirror.courses c on c.id = r.course_id and not c.deleted
  left join mirror.orgs o on o.id = c.org_id
  left join mirror.simulations s on s.course_id = r.course_id and s.session_id = $3
  where r.upload_id = $1 and m.person_id = nullif($2, '')::uuid and m.state = 'active' and ${roleMaySql('content.drafts')}
    and coalesce(s.acting_as, '') = '' limit 1`,
    upload,
    actor.person,
    actor.session,
  ))

/** Whether the upload, or a folder above it, is shared into a group of the actor. */
const inMyGroups = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  with recursive up as (
    select id, parent_id, 1 as n from uploads where id = $1
    union all select u.id, u.parent_id, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and not u.deleted and n < 100)
  select 1 from up join shared_resources s on s.upload_id = up.id and s.audit_status = 'agree'
    join resource_groups g on g.id = s.group_id and not g.deleted and g.org_id = $3
    join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid limit 1`,
    upload,
    actor.person,
    actor.org,
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

/** wholeFile: the right to the whole file, independent of allow_download. mayDelete: the right to delete it, and so to the number of all its uses. */
export type UploadAccess = { row: Row; wholeFile: boolean; mayDelete: boolean }

export async function readAccess(db: Db, actor: Actor, id: string): Promise<UploadAccess> {
  const row = await findRow(db, id)
  if (!row) throw notFound('upload', id)
  if (ownsOrManages(actor, row)) return { row, wholeFile: true, mayDelete: true }
  const access = row.courseId ? await courseAccessOf(db, actor, row.courseId) : undefined
  if (access && has(access.can, 'files.change')) return { row, wholeFile: true, mayDelete: true }
  if (access && teaches(access)) return { row, wholeFile: true, mayDelete: false }
  if (await teachesWithIt(db, actor, id)) return { row, wholeFile: true, mayDelete: false }
  const isStudent = access?.role && access.published && row.status === 'ready'
  if (isStudent || (await inMyGroups(db, actor, id))) return { row, wholeFile: false, mayDelete: false }
  return refuse(actor, row)
}

export const ownsOrManages = (actor: Actor, row: Row) => isOwner(actor, row) || (actor.org === row.orgId && may(actor, 'files.manage'))

/** Checks the right to read the uses of an upload: owner, teachers who use it, managers of the organisation. True if uses elsewhere are counted too. 403. */
export async function checkReferenceAccess(db: Db, actor: Actor, id: string): Promise<boolean> {
  const { wholeFile, mayDelete } = await readAccess(db, actor, id)
  if (!wholeFile) throw forbidden()
  return mayDelete
}

export const requireReadable = async (db: Db, actor: Actor, id: string): Promise<Row> => (await readAccess(db, actor, id)).row

/** Locks the row for its owner, for teachers of its course, and with `managers` also for managers of the organisation. 404, 403. */
export async function lockWritable(db: Db, actor: Actor, id: string, { managers = false } = {}): Promise<Row> {
  const row = await lockRow(db, id)
  if (!row) throw notFound('upload', id)
  if (managers ? ownsOrManages(actor, row) : isOwner(actor, row)) return row
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
