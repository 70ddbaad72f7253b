// Members change roles. A seat that a student leaves is given to whoever waits for it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { MemberChangedSchema } from '@lyceum/proto/course'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { promoteWaiting } from '../joining/waiting.ts'
import type { Enrolment } from './api.ts'
import { auditMembers, checkLastInstructor, columns, emitMembers, lockEnrolments, type Row, toEnrolment } from './enrolment-rows.ts'

export async function changeRoles(deps: Deps, actor: Actor, ids: string[], role: CourseRole): Promise<Enrolment[]> {
  const enrolments = await lockEnrolments(deps, actor, ids, 'members.appoint')
  const changed = await rows<Row>(
    deps.db,
    `
    update enrolments e set role = $2, version = ${nextVersion('e.version')} where e.id = any($1) and e.role <> $2 returning ${columns('e')}`,
    ids,
    role,
  )
  await checkLastInstructor(deps.db, changed)
  await emitMembers(deps.db, MemberChangedSchema, changed)
  await promoteWaiting(
    deps,
    enrolments.flatMap((row) => (row.role === 'student' && role !== 'student' ? [row.course_id] : [])),
  )
  await auditMembers(deps.db, 'member.roleChanged', changed, new Map(enrolments.map((row) => [row.id, row])))
  const changedById = new Map(changed.map((row) => [row.id, row]))
  return enrolments.map((row) => toEnrolment(changedById.get(row.id) ?? row))
}
