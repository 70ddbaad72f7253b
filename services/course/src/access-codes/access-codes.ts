// Access codes, by which people join a course. They are in no list, no fact and no log.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, forbidden, invalid, notFound, tooMany, unauthorised } from '@lyceum/kit/calls/errors'
import { isAccessCode, newAccessCode } from '@lyceum/kit/text/access-code'
import type { Difference } from '@lyceum/identity/mirror/permissions'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { orgRoles } from '@lyceum/identity/mirror/persons'
import { type CourseScope, findCourse, mayVisit, openSql } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import { instructorsOf } from '../courses/course-rows.ts'
import { dayOf, hasEnded, zoneSql } from '../courses/ending.ts'
import type { Deps } from '../deps.ts'
import type { AccessCode, Course } from '../generated/client.ts'
import { enrol } from '../enrolments/enrolments.ts'
import { ask } from '../joining/requests.ts'
import { joinState, seatsLeft } from '../joining/rules.ts'
import { readSettings } from '../joining/settings.ts'
import type { CodeHolderView, Joined } from './api.ts'

/** seconds in which wrong codes are counted */
const window = 600

/** Issues a new code for each of the courses of an organisation; the previous ones end. */
export async function issueAccessCodes(tx: Tx, orgId: string, courses: string[]): Promise<Map<string, string>> {
  const issued = new Map<string, string>()
  for (let left = courses; left.length > 0; left = left.filter((id) => !issued.has(id))) {
    const codes = new Set<string>()
    while (codes.size < left.length) codes.add(newAccessCode())
    const written = await rows<Pick<SqlRow<AccessCode>, 'course_id' | 'code'>>(
      tx,
      `
      insert into access_codes (course_id, org_id, code)
      select n.course, $1::uuid, n.code from unnest($2::uuid[], $3::text[]) as n(course, code)
      where not exists (select from access_codes a where a.code = n.code)
      on conflict (course_id) do update set code = excluded.code, created_at = now() returning course_id::text, code`,
      orgId,
      left,
      [...codes],
    )
    for (const { course_id, code } of written) issued.set(course_id, code)
  }
  return issued
}
export const issueAccessCode = async (tx: Tx, { id, orgId }: { id: string; orgId: string }): Promise<string> =>
  (await issueAccessCodes(tx, orgId, [id])).get(id)!

/** A course that comes back keeps its code; a new one where it has none any more. */
export async function keepAccessCode(tx: Tx, course: { id: string; orgId: string }): Promise<void> {
  if (!(await one(tx, 'select 1 from access_codes where course_id = $1', course.id))) await issueAccessCode(tx, course)
}

type CodeRow = { code: string | null; end_date: Date | null; zone: string }
/** Finds a course for its access code, which goes with the scope. */
export const findCode: Finder = async (tx, id, actor) => {
  const { row, ...scope } = await findCourse<CodeRow>(tx, id, actor, {
    columns: `, a.code, c.end_date, ${zoneSql} as zone`,
    from: 'courses c left join access_codes a on a.course_id = c.id',
  })
  return { ...scope, code: row } as Scope
}

/** A code can be replaced while people join by it: not any more when the course has ended. */
export function readAccessCode({ now }: Pick<Deps, 'now'>, scope: CourseScope): { access_code: string; resetable: boolean } {
  const { code, end_date, zone } = (scope as CourseScope & { code: CodeRow }).code
  if (code === null) throw notFound('accessCode')
  return { access_code: code, resetable: !hasEnded({ endDate: end_date, zone }, now()) }
}

export async function resetAccessCode(deps: Deps, scope: CourseScope): Promise<string> {
  if (!readAccessCode(deps, scope).resetable) throw conflict('accessCode.notResetable')
  return await issueAccessCode(deps.db, { id: scope.course, orgId: scope.org })
}

type CodeCourse = Pick<
  SqlRow<Course>,
  'id' | 'org_id' | 'name' | 'display_name' | 'course_code' | 'cover_upload_id' | 'cover_pattern' | 'published' | 'semester' | 'end_date'
> & { deleted: boolean; zone: string }

const withCode = (tx: Tx, code: string) =>
  one<CodeCourse>(
    tx,
    `
    select c.id, c.org_id, c.name, c.display_name, c.course_code, c.cover_upload_id, c.cover_pattern, c.published, c.semester, c.end_date, c.deleted,
      ${zoneSql} as zone
    from access_codes a join courses c on c.id = a.course_id where a.code = $1`,
    code,
  )

/** The course of a code. 400 names the field; 429 after too many wrong ones. A try is counted before the code is checked, so that parallel
 *  guesses count too, and is subtracted again for a right one. */
async function courseOfCode({ db, kv, config }: Deps, actor: Actor, code: string): Promise<CodeCourse> {
  if (!isAccessCode(code))
    throw invalid({ access_code: { code: 'accessCode.malformed', message: 'An access code has 7 or more digits and capital letters' } })
  // to a visitor every code but those of open courses is the same, so there is nothing to try
  if (actor.kind === 'visitor') {
    const course = await withCode(db, code)
    if (!course || !(await isOpen(db, course.id))) throw unauthorised()
    return course
  }
  const tries = `access-code:${actor.person}`
  if ((await kv.incr(tries, window)) > config.codeTries) throw tooMany(window)
  const course = await withCode(db, code).catch(async (error) => {
    // an outage is not a guess
    await kv.decr(tries)
    throw error
  })
  if (!course) throw invalid({ access_code: { code: 'accessCode.unknown', message: 'No course has this access code' } })
  await kv.decr(tries)
  if (course.deleted) throw invalid({ access_code: { code: 'accessCode.courseDeleted', message: 'This course has been deleted' } })
  return course
}

/** The relation of the person to the course, and whether they may join it now. `lock`: nobody else takes a seat until the transaction ends. */
async function relationTo({ db, now }: Deps, actor: Actor, { id, end_date, zone }: CodeCourse, { lock = false } = {}) {
  const limited = await readSettings(db, id)
  const settings = lock && limited.seats !== null ? await readSettings(db, id, { lock }) : limited
  const row = await one<{ role: CourseRole | null; request: string | null; students: number }>(
    db,
    `
    select (select role from enrolments where course_id = $1 and person_id = nullif($2, '')::uuid and state = 'active') as role,
      (select state from join_requests where course_id = $1 and person_id = nullif($2, '')::uuid) as request,
      case when $3::int is null then 0 else (
        select count(*)::int from enrolments where course_id = $1 and role = 'student' and state = 'active') end as students`,
    id,
    actor.person,
    settings.seats,
  )
  const { role = null, request = null, students = 0 } = row ?? {}
  const relation = role ? 'member' : request === 'waiting' || request === 'declined' ? request : 'stranger'
  const state = joinState(settings, { relation, students, ended: hasEnded({ endDate: end_date, zone }, now()), now: now() })
  return { role, settings, students, state }
}

/** Guests may look into the course. */
async function isOpen(tx: Tx, course: string): Promise<boolean> {
  const row = await one<{ open: boolean; difference: Difference | null }>(
    tx,
    `select ${openSql} as open, o.role_permissions -> 'visitor' as difference from mirror.courses c join mirror.orgs o on o.id = c.org_id
     where c.id = $1`,
    course,
  )
  return row !== undefined && mayVisit(row)
}

export async function validateAccessCode(deps: Deps, actor: Actor, code: string): Promise<CodeHolderView> {
  const course = await courseOfCode(deps, actor, code)
  const { id, org_id, name, display_name, course_code, cover_upload_id, cover_pattern, published, semester } = course
  const { role, state, settings, students } = await relationTo(deps, actor, course)
  // guests see a course, not who teaches it
  const instructors = actor.kind === 'visitor' ? [] : ((await instructorsOf(deps.db, [id])).get(id) ?? [])
  const organisation = await orgById(deps.db, org_id)
  const open = await isOpen(deps.db, id)
  return {
    course: {
      ...{ id, org_id, name, display_name, course_code, cover_upload_id, cover_pattern, published, semester },
      ...{ end_date: dayOf(course.end_date), instructors, open },
    },
    organisation: { id: org_id, name: organisation?.name ?? '' },
    joined: role !== null,
    role,
    join: {
      state,
      opens_at: settings.opens_at?.toISOString() ?? null,
      closes_at: settings.closes_at?.toISOString() ?? null,
      seats: settings.seats,
      seats_left: seatsLeft(settings.seats, students),
    },
  }
}

const refusals = {
  ended: 'course.joinEnded',
  notYet: 'course.joinNotYet',
  over: 'course.joinOver',
  declined: 'course.joinDeclined',
} as const

/** As a student, in the course's own organisation; where it is full, or people are let in, one waits. A member keeps their role. */
export async function joinCourse(deps: Deps, actor: Actor, code: string): Promise<Joined> {
  const course = await courseOfCode(deps, actor, code)
  const { id, org_id, name, published } = course
  if (actor.org !== org_id) {
    const roles = await orgRoles(deps.db, actor.person, org_id)
    throw roles.length > 0 ? forbidden('scope.other', { org: org_id }) : forbidden('course.otherOrganisation')
  }
  const { state } = await relationTo(deps, actor, course, { lock: true })
  if (state in refusals) throw conflict(refusals[state as keyof typeof refusals])
  if (state === 'approval' || state === 'full' || state === 'waiting') {
    await ask(deps, { id, orgId: org_id }, actor.person)
    return { enrollment: null, waiting: true, course: { id, name, published } }
  }
  const [enrollment] = await enrol(deps, { id, orgId: org_id }, [actor.person], 'student')
  if (!enrollment) throw notFound('course', id)
  return { enrollment, waiting: false, course: { id, name, published } }
}
