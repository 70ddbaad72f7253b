// Courses of a person in the organisation, as who manages people lists them: those that they have left among them.
import { checkPeopleWithin } from '@lyceum/identity/mirror/departments'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { permittedAmong } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { PersonCourse } from './api.ts'
import { enrolmentKind } from './enrolment-rows.ts'

type Row = Omit<PersonCourse, 'joined_at' | 'course'> & { joined_at: Date; course_id: string; course_name: string; course_code: string }

/** 404 for who does not belong to the organisation, 403 department.only for a person of another department; of the suspended no department is known here. */
export async function personCourses(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  person: string,
  query: PageQuery & { state?: PersonCourse['state'] },
) {
  const { org } = actor
  const known = await one(
    db,
    `select from mirror.persons p where p.id = $1 and not p.deleted
       and (coalesce($2::uuid = any(p.suspended_in), false) or exists (select from mirror.memberships m where m.person_id = p.id and m.org_id = $2))`,
    person,
    org,
  )
  if (!known) throw notFound('user', person)
  await checkPeopleWithin(db, actor, [person])
  const from = `from enrolments e join courses c on c.id = e.course_id and c.org_id = $2 and not c.deleted
    where e.person_id = $1 and ($3::text is null or e.state = $3)`
  const values = [person, org, query.state ?? null]
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values)
  const { limit, offset } = limits(query)
  const found = await rows<Row>(
    db,
    `
    select e.id::text, e.role, e.state, e.joined_at, c.id::text as course_id, coalesce(nullif(c.display_name, ''), c.name) as course_name,
      c.course_code, c.academic_year, c.semester,
      (select min(x.source) from kit.external_ids x where x.subject = e.id and x.kind = '${enrolmentKind}') as source
    ${from} order by e.state, e.joined_at desc, e.id limit $4::int offset $5::int`,
    ...values,
    limit,
    offset,
  )
  const courses = found.map(({ course_id }) => course_id)
  const read = new Set(await permittedAmong(db, actor, courses, 'course.read'))
  const own = await rows<{ id: string }>(
    db,
    `select course_id::text as id from enrolments where person_id = nullif($1, '')::uuid and course_id = any($2::uuid[]) and state = 'active'`,
    actor.person,
    courses,
  )
  for (const { id } of own) read.add(id)
  return pageOf(
    query,
    total?.n ?? 0,
    found.map(
      ({ course_id: id, course_name: name, course_code, joined_at, ...row }): PersonCourse => ({
        ...row,
        joined_at: joined_at.toISOString(),
        course: { id, name, course_code, readable: read.has(id) },
      }),
    ),
  )
}
