// Enrolments: people join. None of it writes the course's own row: a thousand people may join in the same minute.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { ExternalIdDraft } from '@lyceum/kit/external-ids/api'
import { setExternalId } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { byUserNumber, userNumber, userNumberSql, userNumbersSql } from '@lyceum/kit/text/user-number'
import { MemberJoinedSchema } from '@lyceum/proto/course'
import { type CourseScope, requireIn } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { settleRequests } from './join-requests.ts'
import type { Enrolment } from './api.ts'
import { auditMembers, checkMayAssign, columns, emitMembers, enrolmentKind, type Row, toEnrolment } from './enrolment-rows.ts'

/** Ports of enrolling: a call has them, and so has the handler of a fact. */
export type Enrolling = { db: Tx; now(): Date }

/** Enrols people, again if they had left. Members keep their role; only real changes are emitted. */
export const enrol = async (
  deps: Enrolling,
  course: { id: string; orgId: string },
  people: string[],
  role: CourseRole,
): Promise<Enrolment[]> => (await join(deps, course, people, role)).enrolments

/** The same, with the rows of those who were no members before. */
async function join(
  { db, now }: Enrolling,
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
    on conflict (course_id, person_id) do update set role = excluded.role, state = 'active', version = ${nextVersion('e.version')},
      joined_at = excluded.joined_at, left_ids = null
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
  if (joined.length > 0) await settleRequests(db, joined)
  if (joined.length === people.length) return { joined, enrolments: joined.map(toEnrolment) }
  const all = await rows<Row>(
    db,
    `select ${columns('e')} from enrolments e where e.course_id = $1 and e.person_id = any($2) order by e.id`,
    course.id,
    people,
  )
  return { joined, enrolments: all.map(toEnrolment) }
}

/** `joined`: the enrolments of those who were no members before. */
type Enrolled = { enrollments: Enrolment[]; joined: string[] }
type EnrolmentRequest = { person_ids?: string[]; user_nos?: string[]; external_id?: ExternalIdDraft; role: CourseRole }

/** People of the course's organisation, by id or user number; of two with the same number its own goes before a guest. 400 names the unknown ones, and numbers of two people; then nobody is enrolled. */
export async function enrolPeople(
  deps: Deps,
  scope: CourseScope,
  course: string,
  { person_ids = [], user_nos = [], external_id, role }: EnrolmentRequest,
): Promise<Enrolled> {
  checkMayAssign(scope.access, role)
  if (person_ids.length + user_nos.length === 0) throw invalid({ person_ids: 'field.required' })
  if (external_id && person_ids.length + user_nos.length > 1) throw invalid({ external_id: ['enrolment.tooMany', { most: 1 }] })
  if (external_id) requireIn(scope.access, 'external_ids.change')
  const people = await rows<{ id: string; user_no: string; own: boolean }>(
    deps.db,
    `
    select p.id::text, p.user_no, p.org_id = $1 as own from mirror.memberships m join mirror.persons p on p.id = m.person_id
    where m.org_id = $1 and not p.deleted and (p.id = any($2) or ${userNumberSql('p.user_no')} = any(${userNumbersSql('$3')}))`,
    scope.org,
    person_ids,
    user_nos.map(userNumber),
  )
  const byNumber = byUserNumber(people, ({ own }) => (own ? 0 : 1))
  const known = new Set(people.map(({ id }) => id))
  const named = user_nos.map((typed) => ({ typed, found: byNumber(typed) }))
  const ambiguous = named.filter(({ found }) => found.length > 1).map(({ typed }) => typed)
  if (ambiguous.length > 0) throw invalid({ user_nos: ['enrolment.ambiguousNumbers', { numbers: ambiguous.slice(0, 10).join(', ') }] })
  const unknown = {
    person_ids: person_ids.filter((id) => !known.has(id.toLowerCase())),
    user_nos: named.filter(({ found }) => found.length === 0).map(({ typed }) => typed),
  }
  const ids = new Set([...person_ids.map((id) => id.toLowerCase()), ...named.flatMap(({ found }) => found.map(({ id }) => id))])
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
  return { enrollments: enrolments, joined: joined.map(({ id }) => id) }
}

/** As instructors. 400 at user_ids for people who are students alone, or of an organisation that is not open to team teaching. */
export async function teachTogether(deps: Deps, scope: CourseScope, course: string, people: string[]): Promise<Enrolled> {
  const teachers = await rows<{ id: string }>(
    deps.db,
    `
    select distinct p.id::text from mirror.persons p join mirror.memberships m on m.person_id = p.id
    join mirror.orgs o on o.id = m.org_id and not o.deleted
    where p.id = any($2) and not p.deleted and not m.roles <@ array['student']
      and (m.org_id = $1 or o.settings->'toggles' ? 'org_team_teaching')`,
    scope.org,
    people,
  )
  const known = new Set(teachers.map(({ id }) => id))
  const unknown = people.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw invalid({
      user_ids: notKnownYet('enrolment.notOpen', { people: unknown.slice(0, 10).join(', '), count: unknown.length }),
    })
  const { joined, enrolments } = await join(deps, { id: course, orgId: scope.org }, people, 'instructor')
  await auditMembers(deps.db, 'member.enrolled', joined)
  return { enrollments: enrolments, joined: joined.map(({ id }) => id) }
}
