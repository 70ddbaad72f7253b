// Enrolments: people join, leave and change roles. None of it writes the course's own row: a thousand people may join in the same minute.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { audit } from '@lyceum/kit/audit/audit'
import type { ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { deleteExternalIds, setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { MemberChangedSchema, MemberJoinedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { type CourseAccess, type CourseScope, readCourseAccess, requireIn } from '../../mirror/rules.ts'
import type {} from '../audit-actions.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Enrolment as EnrolmentModel } from '../generated/client.ts'
import type { Enrolment } from './api.ts'

const columns = columnsOf<EnrolmentModel>()('id', 'org_id', 'course_id', 'person_id', 'role', 'state', 'version', 'joined_at')
type Row = RowOf<typeof columns> & Pick<Enrolment, 'role' | 'state'>
const toEnrolment = ({ id, course_id, person_id, role, state, joined_at }: Row): Enrolment => ({
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

/** Emits the changes, with hints to the person's open pages and those of the course's teachers. */
async function emitMembers(tx: Tx, schema: MemberFact, changed: Row[]) {
  if (changed.length === 0) return
  const teachers = await rows<{ course: string; person: string }>(
    tx,
    `
    select course_id::text as course, person_id::text as person from enrolments
    where course_id = any($1) and role <> 'student' and state = 'active'`,
    [...new Set(changed.map(({ course_id }) => course_id))],
  )
  await emitAll(
    tx,
    changed.map((row) => {
      const people = [
        row.person_id,
        ...teachers.flatMap(({ course, person }) => (course === row.course_id && person !== row.person_id ? [person] : [])),
      ]
      return memberFact(schema, row, people)
    }),
  )
}

/** Enrols people, again if they had left. Members keep their role; only real changes are emitted. */
export const enrol = async (deps: Deps, course: { id: string; orgId: string }, people: string[], role: CourseRole): Promise<Enrolment[]> =>
  (await join(deps, course, people, role)).enrolments

/** The same, with the rows of those who were no members before. */
async function join(
  { db, now }: Deps,
  course: { id: string; orgId: string },
  people: string[],
  role: CourseRole,
): Promise<{ joined: Row[]; enrolments: Enrolment[] }> {
  const joined = await rows<Row>(
    db,
    `
    insert into enrolments as e (id, org_id, course_id, person_id, role, state, version, joined_at)
    select n.id, $2::uuid, $1::uuid, n.person, $3, 'active', ${nextVersion('0')}, $4::timestamptz
    from unnest($5::uuid[], $6::uuid[]) as n(id, person) order by n.person
    on conflict (course_id, person_id) do update set role = excluded.role, state = 'active', version = ${nextVersion('e.version')}, joined_at = excluded.joined_at
    where e.state <> 'active'
    returning ${columns('e')}`,
    course.id,
    course.orgId,
    role,
    now(),
    people.map(() => newId()),
    people,
  )
  await emitMembers(db, MemberJoinedSchema, joined)
  if (joined.length === people.length) return { joined, enrolments: joined.map(toEnrolment) }
  const all = await rows<Row>(
    db,
    `select ${columns('e')} from enrolments e where e.course_id = $1 and e.person_id = any($2) order by e.id`,
    course.id,
    people,
  )
  return { joined, enrolments: all.map(toEnrolment) }
}

/** A line for each of them: what was done with a member, and their role or roles. */
const auditMembers = (
  tx: Tx,
  action: 'member.enrolled' | 'member.roleChanged' | 'member.removed',
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

type EnrolmentRequest = { person_ids?: string[]; user_nos?: string[]; external_id?: ExternalIdDraft; role: CourseRole }

/** People of the course's organisation, by id or user number; of two with the same number its own goes before a guest. 400 names the unknown ones; then nobody is enrolled. */
export async function enrolPeople(
  deps: Deps,
  scope: CourseScope,
  course: string,
  { person_ids = [], user_nos = [], external_id, role }: EnrolmentRequest,
): Promise<Enrolment[]> {
  checkMayAssign(scope.access, role)
  if (person_ids.length + user_nos.length === 0) throw invalid({ person_ids: 'field.required' })
  if (external_id && person_ids.length + user_nos.length > 1) throw invalid({ external_id: ['enrolment.tooMany', { most: 1 }] })
  if (external_id) requireIn(scope.access, 'external_ids.change')
  const people = await rows<{ id: string; user_no: string }>(
    deps.db,
    `
    select id, user_no from (
      select p.id::text, p.user_no, p.id = any($2) as named, row_number() over (partition by p.user_no order by p.org_id = $1 desc, p.id) as nth
      from mirror.memberships m join mirror.persons p on p.id = m.person_id
      where m.org_id = $1 and not p.deleted and (p.id = any($2) or p.user_no = any($3))) people
    where named or nth = 1`,
    scope.org,
    person_ids,
    user_nos,
  )
  const [ids, numbers] = [new Set(people.map(({ id }) => id)), new Set(people.map(({ user_no }) => user_no))]
  const unknown = { person_ids: person_ids.filter((id) => !ids.has(id.toLowerCase())), user_nos: user_nos.filter((no) => !numbers.has(no)) }
  const wrong = Object.entries(unknown).filter(([, list]) => list.length > 0)
  if (wrong.length > 0) {
    throw invalid(
      Object.fromEntries(
        wrong.map(([field, list]) => [
          field,
          notKnownYet('enrolment.unknownPeople', { people: list.slice(0, 10).join(', '), count: list.length }),
        ]),
      ),
    )
  }
  const { joined, enrolments } = await join(deps, { id: course, orgId: scope.org }, [...ids], role)
  const [first] = enrolments
  if (first) await setExternalId(deps.db, { org: scope.org, kind: enrolmentKind, id: first.id }, external_id)
  await auditMembers(deps.db, 'member.enrolled', joined)
  return enrolments
}

/** 403 unless the actor may assign these roles: whoever changes members does not yet appoint instructors, so that an assistant can't become one. */
function checkMayAssign(access: CourseAccess, ...roles: CourseRole[]): void {
  if (roles.includes('instructor')) requireIn(access, 'members.appoint')
}

/** The enrolments; 404 when one is missing, 403 when the actor does not teach one of the courses or may not assign one of these roles. They are locked until the transaction ends,
 *  and so are the instructors of these courses, in one order, so that two can't leave at once. */
async function lockEnrolments({ db }: Deps, actor: Actor, ids: string[], role: CourseRole): Promise<Row[]> {
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
    requireIn(access, 'members.change')
    checkMayAssign(access, role, ...enrolments.flatMap((row) => (row.course_id === course ? [row.role] : [])))
  }
  return enrolments
}

/** 409 course.lastInstructor: a course has at least one instructor. */
async function checkLastInstructor(tx: Tx, changed: Row[]) {
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

export async function changeRoles(deps: Deps, actor: Actor, ids: string[], role: CourseRole): Promise<Enrolment[]> {
  const enrolments = await lockEnrolments(deps, actor, ids, role)
  const changed = await rows<Row>(
    deps.db,
    `
    update enrolments e set role = $2, version = ${nextVersion('e.version')} where e.id = any($1) and e.role <> $2 returning ${columns('e')}`,
    ids,
    role,
  )
  await checkLastInstructor(deps.db, changed)
  await emitMembers(deps.db, MemberChangedSchema, changed)
  await auditMembers(deps.db, 'member.roleChanged', changed, new Map(enrolments.map((row) => [row.id, row])))
  const changedById = new Map(changed.map((row) => [row.id, row]))
  return enrolments.map((row) => toEnrolment(changedById.get(row.id) ?? row))
}

export async function endEnrolments(deps: Deps, actor: Actor, ids: string[]): Promise<null> {
  const enrolments = await lockEnrolments(deps, actor, ids, 'student')
  const changed = await rows<Row>(
    deps.db,
    `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')} where e.id = any($1) returning ${columns('e')}`,
    ids,
  )
  await checkLastInstructor(deps.db, changed)
  await deleteExternalIds(deps.db, enrolmentKind, ids)
  await emitMembers(deps.db, MemberLeftSchema, changed)
  await auditMembers(deps.db, 'member.removed', changed, new Map(enrolments.map((row) => [row.id, row])))
  return null
}

/** identity's personErased: the person leaves every course, and no register's id leads to them. */
export async function leaveAll(tx: Tx, person: string): Promise<void> {
  const enrolments = await rows<{ id: string }>(tx, 'select id::text from enrolments where person_id = $1', person)
  await deleteExternalIds(
    tx,
    enrolmentKind,
    enrolments.map(({ id }) => id),
  )
  await emitMembers(
    tx,
    MemberLeftSchema,
    await rows<Row>(
      tx,
      `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')} where e.person_id = $1 and e.state = 'active' returning ${columns('e')}`,
      person,
    ),
  )
}
