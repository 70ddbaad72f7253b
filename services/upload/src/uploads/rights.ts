// Who may see an upload and who may change it. Students never come here: an activity gives them a grant.
import { manages } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/actor'
import { one, type Tx } from '@lyceum/kit/db'
import { forbidden, notFound } from '@lyceum/kit/errors'
import type { Db } from '../deps.ts'
import { findRow, lockRow, type Row } from './rows.ts'

const isOwner = (actor: Actor, row: Row) => actor.person === row.ownerId && actor.org === row.orgId

/** Teaches a course whose activities use it; courses of other organisations count (team teaching). */
const teachesWithIt = async (tx: Tx, actor: Actor, upload: string): Promise<boolean> =>
  undefined !==
  (await one(
    tx,
    `
  select 1 from upload_references r join mirror.members m on m.course_id = r.course_id
  where r.upload_id = $1::uuid and m.person_id = nullif($2, '')::uuid and m.state = 'active' and m.role in ('instructor', 'instructor_assistant') limit 1`,
    upload,
    actor.person,
  ))

function refuse(actor: Actor, row: Row): never {
  if (actor.person === row.ownerId && actor.org !== row.orgId) throw forbidden('scope.other', { org: row.orgId })
  throw forbidden()
}

export async function readable(db: Db, actor: Actor, id: string): Promise<Row> {
  const row = await findRow(db, id)
  if (!row) throw notFound('upload', id)
  if (isOwner(actor, row) || manages(actor, row.orgId) || (await teachesWithIt(db, actor, id))) return row
  return refuse(actor, row)
}

/** For its owner, and for deleting also for who manages the organisation; the row is held. */
export async function writable(db: Db, actor: Actor, id: string, { managers = false } = {}): Promise<Row> {
  const row = await lockRow(db, id)
  if (!row) throw notFound('upload', id)
  return isOwner(actor, row) || (managers && manages(actor, row.orgId)) ? row : refuse(actor, row)
}
