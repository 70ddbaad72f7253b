// The task of a synchronisation: each course of the register is made or changed and its people enrolled, a transaction a course. Repeated it changes
// nothing. People whom the register enrolled and neither it nor another source names any more leave at the end; people enrolled by hand
// stay. If suspiciously many would leave,
// nobody does until their number is confirmed: a register that is cut short must not empty courses.
import { Day } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { plainDatabase, one, rows, type Tx } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import type { ReportLine } from '@lyceum/kit/tasks/api'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { byUserNumber, userNumber, userNumberSql, userNumbersSql } from '@lyceum/kit/text/user-number'
import {
  type CourseFields,
  differing,
  isRefused,
  makeCourses,
  presentCourses,
  publishTaught,
  referencesOf,
  wantedColumns,
  writeCourses,
} from '../registered-courses/registered-courses.ts'
import { publishedAtOnce } from '../courses/publishing.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { columns, enrolmentKind, type Row } from '../enrolments/enrolment-rows.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { writeRoles } from '../enrolments/roles.ts'
import type { Jobs } from '../jobs.ts'
import { peopleByIds } from './person-ids.ts'
import { type RegisteredCourse, type RegisteredPerson, source } from './register.ts'
import { registerOf } from './register-of.ts'
import { endGone, type Gone, heldRemovals } from './removals.ts'

type Line = Omit<ReportLine, 'item' | 'params'> & { params?: Record<string, string | number> }
const roles: readonly string[] = ['student', 'instructor', 'instructor_assistant']
const isRole = (word: string): word is CourseRole => roles.includes(word)
const isDay = (text: string) => fits(Day, text)

/** The result: how many courses the register named, and the members who would leave and were kept. */
export const syncRegister = taskJob<Deps, Jobs['syncRegister']>(async ({ job, deps, progress, report, signal }) => {
  const { org, person, only, encodings, removals } = job.payload
  const wanted = only && new Set(only)
  const db = plainDatabase(deps.pool)
  let courses = 0
  let seen = 0
  const synced: Gone[] = []
  const language = (await orgById(db, org))?.locale
  for await (const { course, of, replaced = [] } of registerOf(deps.config, org, { language, encodings }).courses(signal)) {
    if (replaced.length > 0)
      await report(
        replaced.map(({ file, count, line }) => ({
          item: file,
          outcome: 'skipped',
          code: 'register.lettersReplaced',
          params: { letters: count, line },
        })),
      )
    await progress(Math.min(0.99, seen++ / Math.max(1, of)))
    if (wanted && !wanted.has(course.id)) continue
    courses++
    const item = [course.course_code, course.name].filter(Boolean).join(' ') || course.id
    const { id, lines, gone } = await db.$transaction((tx) => syncCourse({ ...deps, db: tx as Deps['db'] }, org, person, course))
    if (id) synced.push({ course: id, ids: gone, item })
    await report(
      lines.map((line) => ({ item, ...line, ...((id || line.params) && { params: { ...line.params, ...(id && { course: id }) } }) })),
    )
  }
  const held = await heldRemovals(db, synced, removals)
  if (!held) for (const one of synced) await db.$transaction((tx) => endGone({ ...deps, db: tx as Deps['db'] }, one))
  else {
    const [only] = synced.filter(({ ids }) => ids.length > 0)
    const params = { ...held, ...(synced.length === 1 && only && { course: only.course }) }
    await report([{ item: synced.length === 1 ? only!.item : '', outcome: 'skipped', code: 'register.removalsHeld', params }])
  }
  return { courses, ...(held && { held }) }
})

/** `gone`: enrolments that end once all courses are through. */
type Synced = { id: string | undefined; lines: Line[]; gone: string[] }

async function syncCourse(deps: Deps, org: string, person: string, course: RegisteredCourse): Promise<Synced> {
  const tx: Tx = deps.db
  const name = cleanTitle(course.name)
  const refused = (code: ReportLine['code'], outcome: 'failed' | 'skipped' = 'failed'): Synced => ({
    id: undefined,
    lines: [{ outcome, code: code! }],
    gone: [],
  })
  if (course.id === '' || name === '') return refused('register.courseIncomplete')
  const [start, end] = [course.start_date || null, course.end_date || null]
  if ((start && !isDay(start)) || (end && !isDay(end))) return refused('register.dateWrong')
  const [known] = await rows<{ id: string }>(
    tx,
    `
    select x.subject::text as id from kit.external_ids x
    where x.org_id = $1 and x.kind = 'course' and x.source = '${source}' and x.external_id = $2`,
    org,
    course.id,
  )
  const found = known && (await presentCourses(tx, org, [known.id], true)).get(known.id)
  if (found?.deleted) return refused('register.courseDeleted', 'skipped')
  const id = found?.id ?? newId()
  const { wanted, doubtful, lines } = await namedPeople(tx, org, course)
  const taught = [...wanted.values()].some(({ role }) => role === 'instructor')
  const department = await departmentOf(tx, org, course.department_code)
  // what the register does not say stays as teachers have it
  const fields: CourseFields = {
    name,
    ...(course.course_code && { course_code: course.course_code.slice(0, 64) }),
    ...(course.academic_year && { academic_year: course.academic_year }),
    ...(course.semester && { semester: course.semester.slice(0, 64) }),
    ...(department && { department_id: department }),
    ...(start && { start_date: start }),
    ...(end && { end_date: end }),
  }
  const columns = wantedColumns(found, fields, await referencesOf(tx, org, department ? [department] : []))
  if (isRefused(columns)) return refused(columns.code)
  if (!found)
    await makeCourses(tx, { org, person, source }, [
      { id, external: course.id, columns, published: taught && (await publishedAtOnce(tx, org)) },
    ])
  else if (differing(found, columns).length > 0) await writeCourses(tx, [{ id, columns }])
  const people = await syncPeople(deps, { id, org }, wanted, doubtful)
  if (found?.waits && taught) await publishTaught(tx, org, [id])
  return {
    id,
    lines: [
      { outcome: 'done', code: found ? 'register.courseSynced' : 'register.courseMade', params: { people: wanted.size } },
      ...lines,
      ...people.lines,
    ],
    gone: people.gone,
  }
}

/** The department of an organisation by its code, in any case. */
const departmentOf = async (tx: Tx, org: string, code: string): Promise<string | undefined> =>
  code === ''
    ? undefined
    : (
        await one<{ id: string }>(
          tx,
          'select id::text from mirror.departments where org_id = $1 and kit.caseless(code) = kit.caseless($2) and not deleted order by id limit 1',
          org,
          code,
        )
      )?.id

/** Person → role and the id of their enrolment in the register. */
type Wanted = Map<string, { role: CourseRole; id: string }>

/** `doubtful`: people whom a line may mean or not, and those who are suspended; they stay as they are. */
type Named = { wanted: Wanted; doubtful: Set<string>; lines: Line[] }

async function namedPeople(tx: Tx, org: string, { id: external, people }: RegisteredCourse): Promise<Named> {
  const lines: Line[] = []
  const byId = await peopleByIds(
    tx,
    org,
    people.flatMap(({ person_id }) => person_id ?? []),
  )
  type Found = { id: string; user_no: string; own: boolean; suspended: boolean; external_id: string | null }
  const found = await rows<Found>(
    tx,
    `
    select p.id::text, p.user_no, p.org_id = $1 as own, m.person_id is null as suspended,
      (select x.external_id from person_external_ids x where x.person_id = p.id and x.org_id = $1 and x.source = '${source}') as external_id
    from mirror.persons p left join mirror.memberships m on m.person_id = p.id and m.org_id = $1
    where (m.person_id is not null or $1::uuid = any(p.suspended_in)) and not p.deleted
      and (${userNumberSql('p.user_no')} = any(${userNumbersSql('$2')}) or p.id = any($3::uuid[]))`,
    org,
    people.map(({ user_no }) => userNumber(user_no)),
    [...byId.values()].flat(),
  )
  const ofNumber = byUserNumber(found, ({ own }) => (own ? 0 : 1))
  const ofId = new Map(found.map((one) => [one.id, one]))
  const known = ({ person_id, user_no }: RegisteredPerson): Found[] => {
    const named = person_id ? (byId.get(person_id) ?? []).flatMap((id) => ofId.get(id) ?? []) : []
    return named.length > 0 || user_no === '' ? named : ofNumber(user_no)
  }
  const wanted: Wanted = new Map()
  const doubtful = new Set<string>()
  for (const one of people) {
    const { user_no, person_id, role, id } = one
    const name = user_no || person_id || '–'
    const [first, ...others] = known(one)
    // a number that the school has given to somebody else since
    const isOther = person_id !== undefined && first?.external_id != null && first.external_id !== person_id && !byId.has(person_id)
    if (!first) lines.push({ outcome: 'skipped', code: 'register.personUnknown', params: { user_no: name } })
    else if (others.length > 0 || isOther) {
      for (const { id: either } of [first, ...others]) doubtful.add(either)
      lines.push({ outcome: 'skipped', code: 'register.personAmbiguous', params: { user_no: name } })
    } else if (first.suspended) doubtful.add(first.id)
    else if (!isRole(role)) lines.push({ outcome: 'skipped', code: 'register.roleUnknown', params: { user_no: name, role: role || '–' } })
    else if (!wanted.has(first.id)) wanted.set(first.id, { role, id: id ?? `${external}:${name}` })
  }
  return { wanted, doubtful, lines }
}

async function syncPeople(
  deps: Deps,
  course: { id: string; org: string },
  wanted: Wanted,
  doubtful: Set<string>,
): Promise<Pick<Synced, 'lines' | 'gone'>> {
  const tx: Tx = deps.db
  const lines: Line[] = []
  for (const [role, ofRole] of Map.groupBy(wanted, ([, one]) => one.role))
    await enrol(
      deps,
      { id: course.id, orgId: course.org },
      ofRole.map(([person]) => person),
      role,
    )
  const present = await rows<Row & { registered: string | null }>(
    tx,
    `
    select ${columns('e')}, x.external_id as registered from enrolments e
    left join kit.external_ids x on x.subject = e.id and x.kind = '${enrolmentKind}' and x.org_id = e.org_id and x.source = '${source}'
    where e.course_id = $1 and e.state = 'active' order by e.id`,
    course.id,
  )
  const named = present.filter(({ person_id }) => wanted.has(person_id))
  const others = await setExternalIds(
    tx,
    { org: course.org, kind: enrolmentKind, source },
    named.map(({ id, person_id }) => ({ subject: id, id: wanted.get(person_id)!.id })),
  )
  for (const { id } of others) lines.push({ outcome: 'skipped', code: 'externalId.taken', params: { source, id } })
  // a register that names nobody is rather broken than empty
  const gone =
    wanted.size === 0
      ? []
      : present.filter(({ registered, person_id }) => registered !== null && !wanted.has(person_id) && !doubtful.has(person_id))
  if (wanted.size === 0) lines.push({ outcome: 'skipped', code: 'register.nobody' })
  const teaching = present.some(
    ({ id, person_id, role }) => (wanted.get(person_id)?.role ?? role) === 'instructor' && !gone.some((one) => one.id === id),
  )
  // whoever teaches goes on where nobody would teach otherwise
  const staying = ({ role }: Row) => !teaching && role === 'instructor'
  const moved = named.filter((row) => wanted.get(row.person_id)!.role !== row.role && !staying(row))
  await writeRoles(
    deps,
    moved.map(({ id, person_id }) => ({ id, role: wanted.get(person_id)!.role })),
  )
  if (present.some(staying)) lines.push({ outcome: 'skipped', code: 'course.lastInstructor' })
  else if (!teaching && wanted.size > 0) lines.push({ outcome: 'skipped', code: 'course.publish.instructorMissing' })
  return { lines, gone: gone.filter((row) => !staying(row)).map(({ id }) => id) }
}
