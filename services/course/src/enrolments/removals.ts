// People leave a course and come back: their work stays, and so do their role, the day they joined and a register's ids for them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { deleteExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { MemberJoinedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { readCourseAccess, requireIn } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import { freeFields, pinEnrolments } from '../courses/keepers.ts'
import { endInvites } from './invite-rows.ts'
import { settleRequests } from './join-requests.ts'
import { promoteWaiting } from './waiting.ts'
import type { Enrolment } from './api.ts'
import {
  auditMembers,
  checkLastInstructor,
  checkMayAssign,
  columns,
  emitMembers,
  enrolmentKind,
  lockEnrolments,
  type Row,
  toEnrolment,
} from './enrolment-rows.ts'

/** Ends enrolments, whoever may; who waits for a seat gets it. The caller sees to it that somebody still teaches. */
export async function endRows(deps: Deps, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const { db: tx } = deps
  const changed = await rows<Row>(
    tx,
    `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')},
      left_ids = (select jsonb_object_agg(x.source, x.external_id) from kit.external_ids x where x.subject = e.id and x.kind = '${enrolmentKind}')
    where e.id = any($1) returning ${columns('e')}`,
    ids,
  )
  await deleteExternalIds(tx, enrolmentKind, ids)
  await emitMembers(tx, MemberLeftSchema, changed)
  await endInvites(tx, changed)
  await promoteWaiting(
    deps,
    changed.flatMap(({ role, course_id }) => (role === 'student' ? [course_id] : [])),
  )
  return changed
}

/** Returns the ids of the enrolments that ended. */
export async function endEnrolments(deps: Deps, actor: Actor, ids: string[]): Promise<string[]> {
  const enrolments = await lockEnrolments(deps, actor, ids, 'members.change')
  await pinEnrolments(deps.db, 'state', ids)
  const changed = await endRows(deps, ids)
  await checkLastInstructor(deps.db, changed)
  await auditMembers(deps.db, 'member.removed', changed, new Map(enrolments.map((row) => [row.id, row])))
  return ids
}

/** Brings former members back, whoever may, with these roles: into their groups, and under the ids that sources had for them. */
export async function returnRows(tx: Tx, wanted: readonly { id: string; role: string }[]): Promise<Row[]> {
  if (wanted.length === 0) return []
  const restored = await rows<Row>(
    tx,
    `
    update enrolments e set state = 'active', role = w.role, version = ${nextVersion('e.version')}
    from unnest($1::uuid[], $2::text[]) as w(id, role) where e.id = w.id and e.state = 'left' returning ${columns('e')}`,
    wanted.map(({ id }) => id),
    wanted.map(({ role }) => role),
  )
  // an id that the register has given to somebody else meanwhile stays there
  await run(
    tx,
    `
    insert into kit.external_ids (org_id, kind, source, external_id, subject)
    select e.org_id, '${enrolmentKind}', x.key, x.value, e.id from enrolments e cross join jsonb_each_text(e.left_ids) x where e.id = any($1)
    on conflict do nothing`,
    restored.map(({ id }) => id),
  )
  await emitMembers(tx, MemberJoinedSchema, restored)
  // who asked to join again meanwhile waits no more
  await settleRequests(tx, restored)
  return restored
}

/** Undoes a removal; who is a member again stays as they are. 404 when one is missing or its person is erased, 403 as for enrolling with that role. */
export async function restoreEnrolments({ db }: Deps, actor: Actor, ids: string[]): Promise<Enrolment[]> {
  const former = await rows<Row>(
    db,
    `
    select ${columns('e')} from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.id = any($1) and p.deleted is not true order by e.id for update of e`,
    ids,
  )
  const known = new Set(former.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing) throw notFound('enrolment', missing)
  for (const course of new Set(former.map(({ course_id }) => course_id))) {
    const { access } = await readCourseAccess(db, actor, course)
    requireIn(access, 'members.change')
    checkMayAssign(access, ...former.flatMap((row) => (row.course_id === course ? [row.role] : [])))
  }
  const restored = await returnRows(db, former)
  await freeFields(db, ids, 'state')
  await auditMembers(db, 'member.restored', restored)
  const byId = new Map([...former, ...restored].map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toEnrolment)
}

/** identity's personErased: the person leaves every course, and no register's id leads to them. Returns the courses where a student's seat is free now. */
export async function leaveAll(tx: Tx, person: string): Promise<string[]> {
  const enrolments = await rows<{ id: string }>(tx, 'update enrolments set left_ids = null where person_id = $1 returning id::text', person)
  await deleteExternalIds(
    tx,
    enrolmentKind,
    enrolments.map(({ id }) => id),
  )
  const left = await rows<Row>(
    tx,
    `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')} where e.person_id = $1 and e.state = 'active' returning ${columns('e')}`,
    person,
  )
  await emitMembers(tx, MemberLeftSchema, left)
  return left.flatMap(({ role, course_id }) => (role === 'student' ? [course_id] : []))
}
