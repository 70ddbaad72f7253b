// Who may see an upload and who may change it. Students see what is ready in the files of their courses; else an activity gives them a grant.
import { manages, standingIn, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/actor'
import { one, type Tx } from '@lyceum/kit/db'
import { forbidden, notFound } from '@lyceum/kit/errors'
import type { Db } from '../deps.ts'
import type { Space } from './folders.ts'
import { findRow, lockRow, type Row } from './rows.ts'

export const isOwner = (actor: Actor, row: Row) => actor.person === row.ownerId && actor.org === row.orgId

/** Teaches a course whose activities use it, and simulates nobody there; courses of other organisations count (team teaching). */
const teachesWithIt = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  select 1 from upload_references r join mirror.members m on m.course_id = r.course_id
  join mirror.courses c on c.id = r.course_id and not c.deleted
  left join mirror.simulations s on s.course_id = r.course_id and s.session_id = $3
  where r.upload_id = $1::uuid and m.person_id = nullif($2, '')::uuid and m.state = 'active' and m.role in ('instructor', 'instructor_assistant')
    and coalesce(s.acting_as, '') = '' limit 1`,
    upload,
    actor.person,
    actor.session,
  ))

/** It is shared into a group that the actor is in, itself or a folder above it. */
const inMyGroups = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  with recursive up as (
    select id, parent_id, 1 as n from uploads where id = $1::uuid
    union all select u.id, u.parent_id, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and not u.deleted and n < 100)
  select 1 from up join shared_resources s on s.upload_id = up.id and s.audit_status = 'agree'
    join resource_groups g on g.id = s.group_id and not g.deleted and g.org_id = $3::uuid
    join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid limit 1`,
    upload,
    actor.person,
    actor.org,
  ))

/** How the actor stands in the course whose files these are; undefined: not at all, or the course is gone. */
const standing = (tx: Tx, actor: Actor, course: string) =>
  standingIn(tx, actor, course).then(
    (found) => found.standing,
    () => undefined,
  )

function refuse(actor: Actor, row: Row): never {
  if (actor.person === row.ownerId && actor.org !== row.orgId) throw forbidden('scope.other', { org: row.orgId })
  throw forbidden()
}

/** whole: its bytes may be had as a file, whatever allow_download says. mayDelete: so it is known that something uses it, also where it is
 *  not known what. */
export type Sight = { row: Row; whole: boolean; mayDelete: boolean }

export async function seen(db: Db, actor: Actor, id: string): Promise<Sight> {
  const row = await findRow(db, id)
  if (!row) throw notFound('upload', id)
  if (ownsOrManages(actor, row)) return { row, whole: true, mayDelete: true }
  const now = row.courseId ? await standing(db, actor, row.courseId) : undefined
  if (now && teaches(now)) return { row, whole: true, mayDelete: true }
  if (await teachesWithIt(db, actor, id)) return { row, whole: true, mayDelete: false }
  const learns = now?.role && now.published && row.status === 'ready'
  if (learns || (await inMyGroups(db, actor, id))) return { row, whole: false, mayDelete: false }
  return refuse(actor, row)
}

export const ownsOrManages = (actor: Actor, row: Row) => isOwner(actor, row) || manages(actor, row.orgId)

/** For who may ask what uses an upload: its owner, who teaches with it, who manages the organisation. True when uses elsewhere are counted too. */
export async function referable(db: Db, actor: Actor, id: string): Promise<boolean> {
  const { whole, mayDelete } = await seen(db, actor, id)
  if (!whole) throw forbidden()
  return mayDelete
}

export const readable = async (db: Db, actor: Actor, id: string): Promise<Row> => (await seen(db, actor, id)).row

/** For its owner, for teachers of the course whose file it is, and for deleting also for who manages the organisation; the row is held. */
export async function writable(db: Db, actor: Actor, id: string, { managers = false } = {}): Promise<Row> {
  const row = await lockRow(db, id)
  if (!row) throw notFound('upload', id)
  if (managers ? ownsOrManages(actor, row) : isOwner(actor, row)) return row
  if (row.courseId) {
    const now = await standing(db, actor, row.courseId)
    if (now && teaches(now)) return row
  }
  return refuse(actor, row)
}

/** The files of a course, for who teaches it. 403, 404. */
export async function courseSpace(db: Db, actor: Actor, course: string): Promise<Space> {
  const { org, standing: now } = await standingIn(db, actor, course)
  if (!teaches(now)) throw forbidden()
  return { owner: actor.person, org, course }
}
