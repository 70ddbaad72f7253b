// Access codes: what lets somebody into a course. They are in no list, no fact and no log.
import type { Actor } from '@lyceum/kit/actor'
import { one, type Tx } from '@lyceum/kit/db'
import { forbidden, invalid, notFound, tooMany } from '@lyceum/kit/errors'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { orgRoles } from '@lyceum/identity/mirror/persons'
import type { CourseRole } from '../courses/api.ts'
import { instructorsOf } from '../courses/course-row.ts'
import type { Deps } from '../deps.ts'
import { enrol } from '../enrolments/enrolments.ts'
import type { CodeHolderView, Joined } from './api.ts'
import { isAccessCode, newAccessCode } from './rules.ts'

/** seconds in which wrong codes are counted */
const window = 600

/** Gives the course a new code; the old one opens nothing from now on. */
export async function giveAccessCode(tx: Tx, course: { id: string; orgId: string }): Promise<string> {
  for (;;) {
    const made = await one<{ code: string }>(
      tx,
      `
      insert into access_codes (course_id, org_id, code)
      select $1::uuid, $2::uuid, $3 where not exists (select 1 from access_codes where code = $3)
      on conflict (course_id) do update set code = excluded.code, created_at = now() returning code`,
      course.id,
      course.orgId,
      newAccessCode(),
    )
    if (made) return made.code
  }
}

export async function readAccessCode({ db }: Deps, course: string): Promise<{ access_code: string; resetable: boolean }> {
  const found = await db.accessCode.findUnique({ where: { courseId: course } })
  if (!found) throw notFound('accessCode')
  return { access_code: found.code, resetable: true }
}

type Opened = {
  id: string
  org_id: string
  name: string
  course_code: string
  cover_upload_id: string | null
  published: boolean
  semester: string | null
  role: CourseRole | null
}

/** The course a code opens. 400 names the field; 429 after too many wrong ones. A try counts before the code is looked at, so that guesses
 *  sent at once count too, and a right one is given back. */
async function opened({ db, kv, config }: Deps, actor: Actor, code: string): Promise<Opened> {
  if (!isAccessCode(code))
    throw invalid({ access_code: { code: 'accessCode.malformed', message: 'An access code has 7 or more digits and capital letters' } })
  const tries = `access-code:${actor.person}`
  if ((await kv.incr(tries, window)) > config.codeTries) throw tooMany(window)
  const found = await one<Opened>(
    db,
    `
    select c.id::text, c.org_id::text, c.name, c.course_code, c.cover_upload_id::text, c.published, c.semester, e.role
    from access_codes a join courses c on c.id = a.course_id and not c.deleted
    left join enrolments e on e.course_id = c.id and e.person_id = $2::uuid and e.state = 'active'
    where a.code = $1`,
    code,
    actor.person,
  ).catch(async (error) => {
    // an outage is nobody's guess
    await kv.decr(tries)
    throw error
  })
  if (!found) throw invalid({ access_code: { code: 'accessCode.unknown', message: 'No course has this access code' } })
  await kv.decr(tries)
  return found
}

export async function validateAccessCode(deps: Deps, actor: Actor, code: string): Promise<CodeHolderView> {
  const { id, org_id, name, course_code, cover_upload_id, published, semester, role } = await opened(deps, actor, code)
  const instructors = (await instructorsOf(deps.db, [id])).get(id) ?? []
  const organisation = await orgById(deps.db, org_id)
  return {
    course: { id, org_id, name, course_code, cover_upload_id, published, semester, instructors },
    organisation: { id: org_id, name: organisation?.name ?? '' },
    joined: role !== null,
    role,
  }
}

/** As a student, in the course's own organisation. Who is in it already stays as they are. */
export async function joinCourse(deps: Deps, actor: Actor, code: string): Promise<Joined> {
  const { id, org_id, name, published } = await opened(deps, actor, code)
  if (actor.org !== org_id) {
    const roles = await orgRoles(deps.db, actor.person, org_id)
    throw roles.length > 0 ? forbidden('scope.other', { org: org_id }) : forbidden('course.otherOrganisation')
  }
  const [enrollment] = await enrol(deps, { id, orgId: org_id }, [actor.person], 'student')
  if (!enrollment) throw notFound('course', id)
  return { enrollment, course: { id, name, published } }
}
