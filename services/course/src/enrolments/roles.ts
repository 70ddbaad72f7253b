// Members change roles. A seat that a student leaves is given to whoever waits for it.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { pinEnrolments } from '../courses/keepers.ts'
import { MemberChangedSchema } from '@lyceum/proto/course'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { promoteWaiting } from './waiting.ts'
import type { Enrolment } from './api.ts'
import type { Enrolling } from './enrolments.ts'
import { auditMembers, checkLastInstructor, columns, emitMembers, lockEnrolments, type Row, toEnrolment } from './enrolment-rows.ts'

/** Changes roles, whoever may; the seat that a student leaves goes to whoever waits for it. The caller sees to it that somebody still teaches. */
export async function writeRoles(deps: Enrolling, wanted: readonly { id: string; role: string }[]): Promise<Row[]> {
  if (wanted.length === 0) return []
  const changed = await rows<Row & { former: string }>(
    deps.db,
    `
    update enrolments e set role = w.role, version = ${nextVersion('e.version')}
    from unnest($1::uuid[], $2::text[]) as w(id, role) join enrolments old on old.id = w.id
    where e.id = w.id and e.role <> w.role returning ${columns('e')}, old.role as former`,
    wanted.map(({ id }) => id),
    wanted.map(({ role }) => role),
  )
  await emitMembers(deps.db, MemberChangedSchema, changed)
  await promoteWaiting(
    deps,
    changed.flatMap(({ former, course_id }) => (former === 'student' ? [course_id] : [])),
  )
  return changed
}

type RoleAssignment = { enrollment_id: string; role: CourseRole }

/** The enrolments as they are now, and the former roles of those that changed: given in a call of their own, they undo this one. */
export async function changeRoles(
  deps: Deps,
  actor: Actor,
  given: readonly RoleAssignment[],
): Promise<{ enrollments: Enrolment[]; former: RoleAssignment[] }> {
  const roleOf = new Map(given.map(({ enrollment_id, role }) => [enrollment_id.toLowerCase(), role]))
  if (roleOf.size < given.length) throw invalid({ roles: 'field.twice' })
  const enrolments = await lockEnrolments(deps, actor, [...roleOf.keys()], 'members.appoint')
  const changed = await writeRoles(
    deps,
    [...roleOf].map(([id, role]) => ({ id, role })),
  )
  await checkLastInstructor(deps.db, changed)
  await pinEnrolments(
    deps.db,
    'role',
    changed.map(({ id }) => id),
  )
  await auditMembers(deps.db, 'member.roleChanged', changed, new Map(enrolments.map((row) => [row.id, row])))
  const changedById = new Map(changed.map((row) => [row.id, row]))
  return {
    enrollments: enrolments.map((row) => toEnrolment(changedById.get(row.id) ?? row)),
    former: enrolments.flatMap(({ id, role }) => (changedById.has(id) ? [{ enrollment_id: id, role }] : [])),
  }
}
