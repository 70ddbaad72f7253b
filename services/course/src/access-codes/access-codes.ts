// Access codes, by which people join a course. They are in no list, no fact and no log.
import type { Actor } from '@lyceum/kit/calls/actor'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { forbidden, invalid, notFound, tooMany } from '@lyceum/kit/calls/errors'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { orgRoles } from '@lyceum/identity/mirror/persons'
import type { CourseRole } from '../courses/api.ts'
import { instructorsOf } from '../courses/course-rows.ts'
import type { Deps } from '../deps.ts'
import type { AccessCode, Course } from '../generated/client.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { CodeHolderView, Joined } from './api.ts'
import { isAccessCode, newAccessCode } from './rules.ts'

/** seconds in which wrong codes are counted */
const window = 600

/** Issues a new code for the course; the previous one ends. */
export async function issueAccessCode(tx: Tx, course: { id: string; orgId: string }): Promise<string> {
  for (;;) {
    const row = await one<Pick<SqlRow<AccessCode>, 'code'>>(
      tx,
      `
      insert into access_codes (course_id, org_id, code)
      select $1::uuid, $2::uuid, $3 where not exists (select 1 from access_codes where code = $3)
      on conflict (course_id) do update set code = excluded.code, created_at = now() returning code`,
      course.id,
      course.orgId,
      newAccessCode(),
    )
    if (row) return row.code
  }
}

export async function readAccessCode({ pool }: Deps, course: string): Promise<{ access_code: string; resetable: boolean }> {
  const row = await one<Pick<SqlRow<AccessCode>, 'code'>>(sharedReads(pool), 'select code from access_codes where course_id = $1', course)
  if (!row) throw notFound('accessCode')
  return { access_code: row.code, resetable: true }
}

type CodeCourse = Pick<SqlRow<Course>, 'id' | 'org_id' | 'name' | 'course_code' | 'cover_upload_id' | 'published' | 'semester'> & {
  role: CourseRole | null
}

/** The course of a code. 400 names the field; 429 after too many wrong ones. A try is counted before the code is checked, so that parallel
 *  guesses count too, and is subtracted again for a right one. */
async function courseOfCode({ db, kv, config }: Deps, actor: Actor, code: string): Promise<CodeCourse> {
  if (!isAccessCode(code))
    throw invalid({ access_code: { code: 'accessCode.malformed', message: 'An access code has 7 or more digits and capital letters' } })
  const tries = `access-code:${actor.person}`
  if ((await kv.incr(tries, window)) > config.codeTries) throw tooMany(window)
  const course = await one<CodeCourse>(
    db,
    `
    select c.id, c.org_id, c.name, c.course_code, c.cover_upload_id, c.published, c.semester, e.role
    from access_codes a join courses c on c.id = a.course_id and not c.deleted
    left join enrolments e on e.course_id = c.id and e.person_id = $2 and e.state = 'active'
    where a.code = $1`,
    code,
    actor.person,
  ).catch(async (error) => {
    // an outage is not a guess
    await kv.decr(tries)
    throw error
  })
  if (!course) throw invalid({ access_code: { code: 'accessCode.unknown', message: 'No course has this access code' } })
  await kv.decr(tries)
  return course
}

export async function validateAccessCode(deps: Deps, actor: Actor, code: string): Promise<CodeHolderView> {
  const { id, org_id, name, course_code, cover_upload_id, published, semester, role } = await courseOfCode(deps, actor, code)
  const instructors = (await instructorsOf(deps.db, [id])).get(id) ?? []
  const organisation = await orgById(deps.db, org_id)
  return {
    course: { id, org_id, name, course_code, cover_upload_id, published, semester, instructors },
    organisation: { id: org_id, name: organisation?.name ?? '' },
    joined: role !== null,
    role,
  }
}

/** As a student, in the course's own organisation. A member keeps their role. */
export async function joinCourse(deps: Deps, actor: Actor, code: string): Promise<Joined> {
  const { id, org_id, name, published } = await courseOfCode(deps, actor, code)
  if (actor.org !== org_id) {
    const roles = await orgRoles(deps.db, actor.person, org_id)
    throw roles.length > 0 ? forbidden('scope.other', { org: org_id }) : forbidden('course.otherOrganisation')
  }
  const [enrollment] = await enrol(deps, { id, orgId: org_id }, [actor.person], 'student')
  if (!enrollment) throw notFound('course', id)
  return { enrollment, course: { id, name, published } }
}
