// Members of courses as a roster reads and writes them: locked in one order, many in one statement.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { MemberJoinedSchema } from '@lyceum/proto/course'
import type { CourseRole } from '../courses/api.ts'
import { publishTaught } from '../registered-courses/registered-courses.ts'
import type { Deps } from '../deps.ts'
import { columns, emitMembers, enrolmentKind, type Row } from '../enrolments/enrolment-rows.ts'
import { settleRequests } from '../enrolments/join-requests.ts'
import { endRows, returnRows } from '../enrolments/removals.ts'
import { writeRoles } from '../enrolments/roles.ts'

/** `external_id`: that of the source; `others`: another source has one too. */
export type PresentMember = Pick<Row, 'id' | 'course_id' | 'person_id' | 'role' | 'state' | 'version'> & {
  external_id: string | null
  others: boolean
}
type Pair = { course_id?: string; person_id?: string }

/** Enrolments by id and by course and person, with the number of active instructors of each of their courses; all are locked until the transaction ends. */
export async function lockMembers(
  tx: Tx,
  { ids, pairs, source, lock }: { ids: readonly string[]; pairs: readonly Pair[]; source: string; lock: boolean },
) {
  const named = pairs.filter((one): one is Required<Pair> => one.course_id !== undefined && one.person_id !== undefined)
  const found = await rows<PresentMember & { named: boolean }>(
    tx,
    `
    with named as (
      select e.id, e.course_id from enrolments e where e.id = any($1)
      union select e.id, e.course_id from unnest($2::uuid[], $3::uuid[]) as w(course, person)
        join enrolments e on e.course_id = w.course and e.person_id = w.person),
    teachers as (
      select e.id from enrolments e where e.role = 'instructor' and e.state = 'active'
        and e.course_id in (select course_id from named union select unnest($2::uuid[])))
    select e.id::text, e.course_id::text, e.person_id::text, e.role, e.state, e.version::text, x.external_id,
      exists (select from kit.external_ids o where o.subject = e.id and o.kind = '${enrolmentKind}' and o.source <> $4) as others,
      e.id in (select id from named) as named
    from enrolments e
    left join kit.external_ids x on x.subject = e.id and x.kind = '${enrolmentKind}' and x.org_id = e.org_id and x.source = $4
    where e.id in (select id from named union select id from teachers) order by e.id ${lock ? 'for update of e' : ''}`,
    ids,
    named.map(({ course_id }) => course_id),
    named.map(({ person_id }) => person_id),
    source,
  )
  const teachers = new Map<string, number>()
  for (const { course_id, role, state } of found)
    if (role === 'instructor' && state === 'active') teachers.set(course_id, (teachers.get(course_id) ?? 0) + 1)
  const all = found.filter(({ named }) => named)
  const byPair = new Map(all.map((member) => [`${member.course_id} ${member.person_id}`, member]))
  return {
    all,
    teachers,
    byId: new Map(all.map((member) => [member.id, member])) as ReadonlyMap<string, PresentMember>,
    at: (course = '', person = ''): PresentMember | undefined => byPair.get(`${course} ${person}`),
  }
}

/** Instructors of courses while some come and others go. `lose` is false where the last one would. */
export function teaching(teachers: ReadonlyMap<string, number>, gains: readonly string[]) {
  const present = new Map(teachers)
  for (const course of gains) present.set(course, (present.get(course) ?? 0) + 1)
  return {
    lose(course: string): boolean {
      const left = (present.get(course) ?? 0) - 1
      if (left < 1) return false
      present.set(course, left)
      return true
    },
  }
}

export type Plan = {
  made: { course: string; person: string; role: CourseRole; external: string }[]
  back: { id: string; role: CourseRole }[]
  roles: { id: string; role: CourseRole }[]
  ended: string[]
  /** Ids that the source has for members from now on; null: none. */
  ids: { subject: string; id: string | null }[]
}

/** Answers the new enrolments by `course person`, and the versions of all that were written. */
export async function writeMembers(
  deps: Deps,
  { org, source }: { org: string; source: string },
  plan: Plan,
  teachers: ReadonlyMap<string, number>,
): Promise<{ made: Map<string, string>; versions: Map<string, Row['version']> }> {
  const tx = deps.db
  const made = await makeMembers(tx, org, plan.made, deps.now())
  const back = await returnRows(tx, plan.back)
  const changed = await writeRoles({ ...deps, db: tx }, plan.roles)
  // a removal keeps the ids that its members had, so that they return with them
  const ended = await endRows({ ...deps, db: tx as Deps['db'] }, plan.ended)
  const external = new Map(plan.made.map(({ course, person, external }) => [`${course} ${person}`, external]))
  await setExternalIds(tx, { org, kind: enrolmentKind, source }, [
    ...made.map(({ id, course_id, person_id }) => ({ subject: id, id: external.get(`${course_id} ${person_id}`)! })),
    ...plan.ids.flatMap(({ subject, id }) => (id === null ? [] : [{ subject, id }])),
  ])
  const freed = plan.ids.flatMap(({ subject, id }) => (id === null ? [subject] : []))
  if (freed.length > 0)
    await run(
      tx,
      `delete from kit.external_ids where subject = any($1) and kind = '${enrolmentKind}' and org_id = $2 and source = $3`,
      freed,
      org,
      source,
    )
  const all = [...made, ...back, ...changed, ...ended]
  const taught = all.filter(({ role, state, course_id }) => role === 'instructor' && state === 'active' && !teachers.get(course_id))
  await publishTaught(tx, org, [...new Set(taught.map(({ course_id }) => course_id))])
  return {
    made: new Map(made.map(({ id, course_id, person_id }) => [`${course_id} ${person_id}`, id])),
    versions: new Map(all.map(({ id, version }) => [id, version])),
  }
}

async function makeMembers(tx: Tx, org: string, list: Plan['made'], now: Date): Promise<Row[]> {
  if (list.length === 0) return []
  const made = await rows<Row>(
    tx,
    `
    insert into enrolments as e (id, org_id, course_id, person_id, role, state, version, joined_at)
    select n.id, $1::uuid, n.course, n.person, n.role, 'active', ${nextVersion('0')}, $2::timestamptz
    from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[]) as n(id, course, person, role) order by n.course, n.person
    on conflict (course_id, person_id) do nothing returning ${columns('e')}`,
    org,
    now,
    list.map(() => newId()),
    list.map(({ course }) => course),
    list.map(({ person }) => person),
    list.map(({ role }) => role),
  )
  await emitMembers(tx, MemberJoinedSchema, made)
  await settleRequests(tx, made)
  return made
}
