// Who is in a course. What members do never writes the course's own row: a thousand people may join in the same minute.
import type { Actor } from '@lyceum/kit/actor'
import { one, rows, type Tx } from '@lyceum/kit/db'
import { conflict, forbidden, invalid, notFound, unknownHere } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { emitAll, fact, nextVersion } from '@lyceum/kit/outbox'
import { raiseNext } from '@lyceum/kit/retell'
import type { Place } from '@lyceum/kit/routes'
import { MemberChangedSchema, MemberJoinedSchema, MemberLeftSchema } from '@lyceum/proto/course'
import { type Standing, standingIn, standingOf, teaches } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Enrolment } from './api.ts'

type Row = {
  id: string
  org_id: string
  course_id: string
  person_id: string
  role: CourseRole
  state: 'active' | 'left'
  version: bigint
  joined_at: Date
}
const columns = (of: string) =>
  `${of}.id::text, ${of}.org_id::text, ${of}.course_id::text, ${of}.person_id::text, ${of}.role, ${of}.state, ${of}.version, ${of}.joined_at`
const shown = ({ id, course_id, person_id, role, state, joined_at }: Row): Enrolment => ({
  id,
  course_id,
  person_id,
  role,
  state,
  joined_at: joined_at.toISOString(),
})

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

/** For the command line: those who left too, for others keep them as such. */
export async function retellMembers(tx: Tx, after: string): Promise<string | undefined> {
  const raised = await raiseNext(tx, 'enrolments', after)
  const found = await rows<Row>(tx, `select ${columns('e')} from enrolments e where e.id = any($1::uuid[]) order by e.id`, raised)
  await emitAll(
    tx,
    found.map((row) => memberFact(MemberChangedSchema, row)),
  )
  return raised.at(-1)
}

/** Told to the open pages of the person and of who teaches the course. */
async function tell(tx: Tx, schema: MemberFact, changed: Row[]) {
  if (changed.length === 0) return
  const teachers = await rows<{ course: string; person: string }>(
    tx,
    `
    select course_id::text as course, person_id::text as person from enrolments
    where course_id = any($1::uuid[]) and role <> 'student' and state = 'active'`,
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

/** Puts people into a course, or back into it. Who is in it already keeps the role they have; only real changes are told. */
export async function enrol(
  { db, now }: Deps,
  course: { id: string; orgId: string },
  people: string[],
  role: CourseRole,
): Promise<Enrolment[]> {
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
  await tell(db, MemberJoinedSchema, joined)
  if (joined.length === people.length) return joined.map(shown)
  const all = await rows<Row>(
    db,
    `select ${columns('e')} from enrolments e where e.course_id = $1::uuid and e.person_id = any($2::uuid[]) order by e.id`,
    course.id,
    people,
  )
  return all.map(shown)
}

type Whom = { person_ids?: string[]; user_nos?: string[]; role: CourseRole }

/** People of the course's organisation, by id or user number; of two with the same number its own goes before a guest. 400 names those who are not in it; then nobody is enrolled. */
export async function enrolPeople(
  deps: Deps,
  place: Place,
  course: string,
  { person_ids = [], user_nos = [], role }: Whom,
): Promise<Enrolment[]> {
  mayHandle(standingOf(place), role)
  if (person_ids.length + user_nos.length === 0) throw invalid({ person_ids: 'field.required' })
  const found = await rows<{ id: string; user_no: string }>(
    deps.db,
    `
    select id, user_no from (
      select p.id::text, p.user_no, p.id = any($2::uuid[]) as named, row_number() over (partition by p.user_no order by p.org_id = $1::uuid desc, p.id) as nth
      from mirror.memberships m join mirror.persons p on p.id = m.person_id
      where m.org_id = $1::uuid and not p.deleted and (p.id = any($2::uuid[]) or p.user_no = any($3::text[]))) found
    where named or nth = 1`,
    place.org,
    person_ids,
    user_nos,
  )
  const [ids, numbers] = [new Set(found.map(({ id }) => id)), new Set(found.map(({ user_no }) => user_no))]
  const unknown = { person_ids: person_ids.filter((id) => !ids.has(id.toLowerCase())), user_nos: user_nos.filter((no) => !numbers.has(no)) }
  const wrong = Object.entries(unknown).filter(([, list]) => list.length > 0)
  if (wrong.length > 0) {
    throw invalid(
      Object.fromEntries(
        wrong.map(([field, list]) => [
          field,
          unknownHere('enrolment.unknownPeople', { people: list.slice(0, 10).join(', '), count: list.length }),
        ]),
      ),
    )
  }
  return await enrol(deps, { id: course, orgId: place.org }, [...ids], role)
}

/** Instructors are named, changed and taken out by instructors and managers: an assistant can't make themselves one. */
function mayHandle({ manager, role: own }: Standing, ...roles: CourseRole[]): void {
  if (!manager && own !== 'instructor' && roles.includes('instructor')) throw forbidden()
}

/** The enrolments; 404 when one is missing, 403 when the actor does not teach one of the courses or may not handle one of these roles. They are held until the transaction ends,
 *  and so are the instructors of these courses, in one order, so that two can't leave at once. */
async function held({ db }: Deps, actor: Actor, ids: string[], role: CourseRole): Promise<Row[]> {
  const found = await rows<Row>(
    db,
    `
    select ${columns('e')} from enrolments e
    where e.state = 'active' and (e.id = any($1::uuid[])
      or (e.role = 'instructor' and e.course_id in (select course_id from enrolments where id = any($1::uuid[]))))
    order by e.id for update`,
    ids,
  )
  const by = new Map(found.map((row) => [row.id, row]))
  const wanted = ids.map((id) => {
    const row = by.get(id.toLowerCase())
    if (!row) throw notFound('enrolment', id)
    return row
  })
  for (const course of new Set(wanted.map(({ course_id }) => course_id))) {
    const { standing } = await standingIn(db, actor, course)
    if (!teaches(standing)) throw forbidden()
    mayHandle(standing, role, ...wanted.flatMap((row) => (row.course_id === course ? [row.role] : [])))
  }
  return wanted
}

/** A course keeps at least one instructor. */
async function keepAnInstructor(tx: Tx, changed: Row[]) {
  for (const course of new Set(
    changed.filter(({ role, state }) => role !== 'instructor' || state === 'left').map(({ course_id }) => course_id),
  )) {
    const left = await one(
      tx,
      "select 1 from enrolments where course_id = $1::uuid and role = 'instructor' and state = 'active' limit 1",
      course,
    )
    if (!left) throw conflict('course.lastInstructor', { course })
  }
}

export async function changeRoles(deps: Deps, actor: Actor, ids: string[], role: CourseRole): Promise<Enrolment[]> {
  const before = await held(deps, actor, ids, role)
  const changed = await rows<Row>(
    deps.db,
    `
    update enrolments e set role = $2, version = ${nextVersion('e.version')} where e.id = any($1::uuid[]) and e.role <> $2 returning ${columns('e')}`,
    ids,
    role,
  )
  await keepAnInstructor(deps.db, changed)
  await tell(deps.db, MemberChangedSchema, changed)
  const now = new Map(changed.map((row) => [row.id, row]))
  return before.map((row) => shown(now.get(row.id) ?? row))
}

export async function endEnrolments(deps: Deps, actor: Actor, ids: string[]): Promise<null> {
  await held(deps, actor, ids, 'student')
  const changed = await rows<Row>(
    deps.db,
    `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')} where e.id = any($1::uuid[]) returning ${columns('e')}`,
    ids,
  )
  await keepAnInstructor(deps.db, changed)
  await tell(deps.db, MemberLeftSchema, changed)
  return null
}

/** A person who is to be forgotten leaves every course. */
export async function leaveAll(tx: Tx, person: string): Promise<void> {
  await tell(
    tx,
    MemberLeftSchema,
    await rows<Row>(
      tx,
      `
    update enrolments e set state = 'left', version = ${nextVersion('e.version')} where e.person_id = $1::uuid and e.state = 'active' returning ${columns('e')}`,
      person,
    ),
  )
}
