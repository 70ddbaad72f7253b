// The task of a synchronisation: each course of the register is made or changed and its people enrolled, a transaction a course. Repeated it changes
// nothing. People whom the register enrolled and does not name any more leave; people enrolled by hand stay.
import { Day } from '@lyceum/kit/calls/shapes'
import { fits } from '@lyceum/kit/calls/validation'
import { plainDatabase, one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { setExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { newId } from '@lyceum/kit/ids'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { ReportLine } from '@lyceum/kit/tasks/api'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { byUserNumber, userNumber, userNumberSql, userNumbersSql } from '@lyceum/kit/text/user-number'
import { CourseChangedSchema, CourseCreatedSchema, CoursePublishedSchema, MemberChangedSchema } from '@lyceum/proto/course'
import { issueAccessCode } from '../access-codes/access-codes.ts'
import { emitCourses } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import { publishedAtOnce } from '../courses/publishing.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import { columns, emitMembers, enrolmentKind, type Row } from '../enrolments/enrolment-rows.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { endRows } from '../enrolments/removals.ts'
import type { Jobs } from '../jobs.ts'
import { type RegisteredCourse, source } from './register.ts'
import { registerOf } from './register-of.ts'

type Line = Omit<ReportLine, 'item' | 'params'> & { params?: Record<string, string | number> }
const roles: readonly string[] = ['student', 'instructor', 'instructor_assistant']
const isRole = (word: string): word is CourseRole => roles.includes(word)
const isDay = (text: string) => fits(Day, text)

/** The result: how many courses the register named. */
export const syncRegister = taskJob<Deps, Jobs['syncRegister']>(async ({ job, deps, progress, report, signal }) => {
  const { org, person, only, encodings } = job.payload
  const wanted = only && new Set(only)
  const db = plainDatabase(deps.pool)
  let courses = 0
  let seen = 0
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
    const { id, lines } = await db.$transaction((tx) => syncCourse({ ...deps, db: tx as Deps['db'] }, org, person, course))
    await report(
      lines.map((line) => ({ item, ...line, ...((id || line.params) && { params: { ...line.params, ...(id && { course: id }) } }) })),
    )
  }
  return { courses }
})

type Synced = { id: string | undefined; lines: Line[] }

async function syncCourse(deps: Deps, org: string, person: string, course: RegisteredCourse): Promise<Synced> {
  const tx: Tx = deps.db
  const name = cleanTitle(course.name)
  const refused = (code: ReportLine['code'], outcome: 'failed' | 'skipped' = 'failed'): Synced => ({
    id: undefined,
    lines: [{ outcome, code: code! }],
  })
  if (course.id === '' || name === '') return refused('register.courseIncomplete')
  const [start, end] = [course.start_date || null, course.end_date || null]
  if ((start && !isDay(start)) || (end && !isDay(end))) return refused('register.dateWrong')
  if (start && end && end < start) return refused('course.endBeforeStart')
  const found = await one<{ id: string; deleted: boolean; waits: boolean }>(
    tx,
    `
    select c.id::text, c.deleted, not c.published and not exists (
        select from enrolments e where e.course_id = c.id and e.role = 'instructor' and e.state = 'active') as waits
    from kit.external_ids x join courses c on c.id = x.subject
    where x.org_id = $1 and x.kind = 'course' and x.source = '${source}' and x.external_id = $2 for update of c`,
    org,
    course.id,
  )
  if (found?.deleted) return refused('register.courseDeleted', 'skipped')
  const id = found?.id ?? newId()
  const values = [
    id,
    org,
    name,
    course.course_code.slice(0, 64) || null,
    course.academic_year || null,
    course.semester.slice(0, 64) || null,
    start,
    end,
    course.department_code,
  ]
  const { wanted, doubtful, lines } = await namedPeople(tx, org, course)
  const taught = [...wanted.values()].some(({ role }) => role === 'instructor')
  const department = `(select d.id, d.name from mirror.departments d where d.org_id = $2 and d.code <> '' and kit.caseless(d.code) = kit.caseless($9) and not d.deleted limit 1)`
  // the names of a term put a course into it, any others take it out: a term that is renamed gives its courses its new name
  const term = (year: string, semester: string) => `(
        select t.id, coalesce(y.name, t.name) as year, case when y.id is not null then t.name end as semester
        from terms t left join terms y on y.id = t.parent_id
        where t.org_id = $2 and kit.caseless(coalesce(y.name, t.name)) = kit.caseless(${year})
          and kit.caseless(case when y.id is not null then t.name end) is not distinct from kit.caseless(${semester})
        order by t.id limit 1)`
  if (found) {
    // what the register does not say stays as teachers have it
    const changed = await rows<{ id: string }>(
      tx,
      `
      with wanted as (
        select $3::text as name, coalesce($4, c.course_code) as course_code,
          case when $5::text is null and $6::text is null then c.term_id else t.id end as term_id,
          coalesce(t.year, $5, c.academic_year) as academic_year, coalesce(t.semester, $6, c.semester) as semester,
          coalesce($7::date, c.start_date) as start_date, coalesce($8::date, c.end_date) as end_date,
          coalesce(d.id, c.department_id) as department_id, coalesce(d.name, c.department_name) as department_name
        from courses c left join ${department} d on true
        left join lateral ${term('coalesce($5, c.academic_year)', 'coalesce($6, c.semester)')} t on true
        where c.id = $1 and c.org_id = $2)
      update courses c set name = w.name, course_code = w.course_code, term_id = w.term_id, academic_year = w.academic_year, semester = w.semester,
        start_date = w.start_date, end_date = w.end_date, department_id = w.department_id, department_name = w.department_name,
        changed_by = null, changed_at = null, updated_at = now(), version = ${nextVersion('c.version')}
      from wanted w where c.id = $1
        and (c.name, c.course_code, c.term_id, c.academic_year, c.semester, c.start_date, c.end_date, c.department_id)
          is distinct from (w.name, w.course_code, w.term_id, w.academic_year, w.semester, w.start_date, w.end_date, w.department_id)
      returning c.id::text`,
      ...values,
    )
    await emitCourses(
      tx,
      CourseChangedSchema,
      await taken(
        tx,
        changed.map((row) => row.id),
      ),
    )
  } else {
    await one(
      tx,
      `
      insert into courses (id, org_id, name, course_code, term_id, academic_year, semester, start_date, end_date, department_id, department_name, published,
        imported_from, created_by, version)
      select $1::uuid, $2::uuid, $3, coalesce($4, ''), t.id, coalesce(t.year, $5::text), coalesce(t.semester, $6::text), $7::date, $8::date, d.id, d.name,
        $10::bool, '${source}', $11::uuid, ${nextVersion('0')}
      from (select 1) nothing left join ${department} d on true left join lateral ${term('$5::text', '$6::text')} t on true`,
      ...values,
      taught && (await publishedAtOnce(tx, org)),
      person,
    )
    await setExternalIds(tx, { org, kind: 'course', source }, [{ subject: id, id: course.id }])
    const made = await taken(tx, [id])
    await emitCourses(tx, CourseCreatedSchema, made)
    await issueAccessCode(tx, { id, orgId: org })
  }
  const people = await syncPeople(deps, { id, org }, wanted, doubtful)
  // what waited for somebody to teach it waits no more where courses are published by themselves
  if (found?.waits && taught && (await publishedAtOnce(tx, org))) {
    await run(tx, `update courses set published = true, version = ${nextVersion()} where id = $1`, id)
    await emitCourses(tx, CoursePublishedSchema, await taken(tx, [id]))
  }
  return {
    id,
    lines: [
      { outcome: 'done', code: found ? 'register.courseSynced' : 'register.courseMade', params: { people: wanted.size } },
      ...lines,
      ...people,
    ],
  }
}

const taken = async (tx: Tx, ids: string[]) => (await readRows(tx, ids)).map(({ row }) => row)

/** Person → role and the id of their enrolment in the register. */
type Wanted = Map<string, { role: CourseRole; id: string }>

/** `doubtful`: people whom a line may mean or not, and those who are suspended; they stay as they are. */
type Named = { wanted: Wanted; doubtful: Set<string>; lines: Line[] }

async function namedPeople(tx: Tx, org: string, { id: external, people }: RegisteredCourse): Promise<Named> {
  const lines: Line[] = []
  const found = await rows<{ id: string; user_no: string; own: boolean; suspended: boolean }>(
    tx,
    `
    select p.id::text, p.user_no, p.org_id = $1 as own, m.person_id is null as suspended
    from mirror.persons p left join mirror.memberships m on m.person_id = p.id and m.org_id = $1
    where (m.person_id is not null or $1::uuid = any(p.suspended_in)) and not p.deleted and ${userNumberSql('p.user_no')} = any(${userNumbersSql('$2')})`,
    org,
    people.map(({ user_no }) => userNumber(user_no)),
  )
  const known = byUserNumber(found, ({ own }) => (own ? 0 : 1))
  const wanted: Wanted = new Map()
  const doubtful = new Set<string>()
  for (const { user_no, role, id } of people) {
    const [one, ...others] = known(user_no)
    const person = one?.id
    if (!person) lines.push({ outcome: 'skipped', code: 'register.personUnknown', params: { user_no: user_no || '–' } })
    else if (others.length > 0) {
      for (const { id: either } of [one!, ...others]) doubtful.add(either)
      lines.push({ outcome: 'skipped', code: 'register.personAmbiguous', params: { user_no } })
    } else if (one!.suspended) doubtful.add(person)
    else if (!isRole(role)) lines.push({ outcome: 'skipped', code: 'register.roleUnknown', params: { user_no, role: role || '–' } })
    else if (!wanted.has(person)) wanted.set(person, { role, id: id ?? `${external}:${user_no}` })
  }
  return { wanted, doubtful, lines }
}

async function syncPeople(deps: Deps, course: { id: string; org: string }, wanted: Wanted, doubtful: Set<string>): Promise<Line[]> {
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
  const changed = await rows<Row>(
    tx,
    `
    update enrolments e set role = w.role, version = ${nextVersion('e.version')} from unnest($1::uuid[], $2::text[]) as w(id, role)
    where e.id = w.id returning ${columns('e')}`,
    moved.map(({ id }) => id),
    moved.map(({ person_id }) => wanted.get(person_id)!.role),
  )
  await emitMembers(tx, MemberChangedSchema, changed)
  await endRows(
    deps,
    gone.filter((row) => !staying(row)).map(({ id }) => id),
  )
  if (present.some(staying)) lines.push({ outcome: 'skipped', code: 'course.lastInstructor' })
  else if (!teaching && wanted.size > 0) lines.push({ outcome: 'skipped', code: 'course.publish.instructorMissing' })
  return lines
}
