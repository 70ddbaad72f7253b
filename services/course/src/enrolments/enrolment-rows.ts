// Rows of enrolments: their facts, audit lines and locks.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { context } from '@lyceum/kit/calls/context'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { MemberChangedSchema, type MemberJoinedSchema, type MemberLeftSchema } from '@lyceum/proto/course'
import { type CourseAccess, readCourseAccess, requireIn } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Enrolment as EnrolmentModel } from '../generated/client.ts'
import { followMembers } from '../groups/stays.ts'
import type { Enrolment } from './api.ts'

export const columns = columnsOf<EnrolmentModel>()('id', 'org_id', 'course_id', 'person_id', 'role', 'state', 'version', 'joined_at')
export type Row = RowOf<typeof columns> & Pick<Enrolment, 'role' | 'state'>
export const toEnrolment = ({ id, course_id, person_id, role, state, joined_at }: Row): Enrolment => ({
  id,
  course_id,
  person_id,
  role,
  state,
  joined_at: joined_at.toISOString(),
})

/** The kind of its external ids. */
export const enrolmentKind = 'enrolment'

type MemberFact = typeof MemberJoinedSchema | typeof MemberChangedSchema | typeof MemberLeftSchema
const memberFact = (schema: MemberFact, row: Row, people?: string[]) =>
  fact(
    schema,
    { key: `course:${row.course_id}`, org: row.org_id, ...(people && { hint: { people } }) },
    {
      member: {
        courseId: row.course_id,
        orgId: row.org_id,
        personId: row.person_id,
        role: row.role,
        state: row.state,
        version: BigInt(row.version),
      },
    },
  )

/** Resync of members, former ones too: mirrors keep them as such. Answers the last id. */
export async function resyncMembers(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseVersions(tx, 'enrolments', after)
  const members = await rows<Row>(tx, `select ${columns('e')} from enrolments e where e.id = any($1) order by e.id`, raised)
  await emitAll(
    tx,
    members.map((row) => memberFact(MemberChangedSchema, row)),
  )
  return raised.at(-1)
}

/** Emits the changes, with hints to the person's open pages and those of the course's teachers; the groups of the course follow. */
export async function emitMembers(tx: Tx, schema: MemberFact, changed: Row[]) {
  if (changed.length === 0) return
  const quiet = context()?.quiet
  const teachers = quiet
    ? []
    : await rows<{ course: string; person: string }>(
        tx,
        `
    select course_id::text as course, person_id::text as person from enrolments
    where course_id = any($1) and role <> 'student' and state = 'active'`,
        [...new Set(changed.map(({ course_id }) => course_id))],
      )
  const ofCourse = Map.groupBy(teachers, ({ course }) => course)
  await emitAll(
    tx,
    changed.map((row) => {
      const others = (ofCourse.get(row.course_id) ?? []).flatMap(({ person }) => (person === row.person_id ? [] : [person]))
      return memberFact(schema, row, quiet ? undefined : [row.person_id, ...others])
    }),
  )
  await followMembers(tx, changed)
}

/** A line for each of them: what was done with a member, and their role or roles. */
export const auditMembers = (
  tx: Tx,
  action: 'member.enrolled' | 'member.roleChanged' | 'member.removed' | 'member.restored',
  changed: Row[],
  before?: Map<string, Row>,
) =>
  audit(
    tx,
    changed.map(({ id, org_id, course_id, person_id, role, state }) => ({
      action,
      subject: `course:${course_id}`,
      course: course_id,
      person: person_id,
      org: org_id,
      ...(before && { before: { role: before.get(id)?.role ?? null } }),
      ...(state === 'active' && { after: { role } }),
    })),
  )

/** 403 unless the actor may give and take these roles: whoever changes members does so with students; who teaches and assists is decided by those who
 *  appoint, so that an assistant cannot make one. */
export function checkMayAssign(access: CourseAccess, ...roles: CourseRole[]): void {
  if (roles.some((role) => role !== 'student')) requireIn(access, 'members.appoint')
}

/** The enrolments; 404 when one is missing, 403 when the actor does not teach one of the courses or may not assign one of these roles. They are locked until the transaction ends,
 *  and so are the instructors of these courses, in one order, so that two can't leave at once. */
export async function lockEnrolments(
  { db }: Deps,
  actor: Actor,
  ids: string[],
  permission: 'members.change' | 'members.appoint',
): Promise<Row[]> {
  const locked = await rows<Row>(
    db,
    `
    select ${columns('e')} from enrolments e
    where e.state = 'active' and (e.id = any($1)
      or (e.role = 'instructor' and e.course_id in (select course_id from enrolments where id = any($1))))
    order by e.id for update`,
    ids,
  )
  const byId = new Map(locked.map((row) => [row.id, row]))
  const enrolments = ids.map((id) => {
    const row = byId.get(id.toLowerCase())
    if (!row) throw notFound('enrolment', id)
    return row
  })
  for (const course of new Set(enrolments.map(({ course_id }) => course_id))) {
    const { access } = await readCourseAccess(db, actor, course)
    requireIn(access, permission)
    checkMayAssign(access, ...enrolments.flatMap((row) => (row.course_id === course ? [row.role] : [])))
  }
  return enrolments
}

/** 409 course.lastInstructor: a course has at least one instructor. */
export async function checkLastInstructor(tx: Tx, changed: Row[]) {
  const courses = new Set(changed.filter(({ role, state }) => role !== 'instructor' || state === 'left').map(({ course_id }) => course_id))
  const course = await one<{ course: string }>(
    tx,
    `
    select changed.course from unnest($1::uuid[]) as changed(course)
    where not exists (select from enrolments e where e.course_id = changed.course and e.role = 'instructor' and e.state = 'active') limit 1`,
    [...courses],
  )
  if (course) throw conflict('course.lastInstructor', course)
}
