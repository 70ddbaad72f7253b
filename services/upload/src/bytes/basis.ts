// Whether what a grant rests on still holds: its session, the person and their membership, and their right in the course or to the file.
// One query for all that mirrors and facts say of it; the rules themselves are the course's and those of uploads.
import { type CourseRole, stillViews } from '@lyceum/course/mirror/rules'
import { one, type Tx } from '@lyceum/kit/db'
import { Problem } from '@lyceum/kit/errors'
import type { Grant } from '@lyceum/kit/grant'
import type { Db } from '../deps.ts'
import { seen } from '../uploads/rights.ts'

/** Whether the whole file may be had by right, whatever its owner allows: yes, no, or as the grant says. */
export type Holding = { whole: boolean | 'as granted' }

type Row = {
  session_ended: boolean
  revoked: boolean
  erased: boolean | null
  roles: string[] | null
  course_org: string | null
  published: boolean
  deleted: boolean
  course_version: string
  role: CourseRole | null
  state: string
  member_version: string
}

const knownSql = `
  select exists (select 1 from ended_sessions where session = $1) as session_ended,
    exists (select 1 from grant_revocations where activity_id = nullif($2, '')::uuid and before > $3::bigint) as revoked,
    p.deleted as erased, o.roles, c.org_id::text as course_org, c.published, c.deleted, c.version::text as course_version,
    m.role, m.state, m.version::text as member_version
  from (select nullif($4, '')::uuid as person, nullif($5, '')::uuid as org, nullif($6, '')::uuid as course) said
  left join mirror.persons p on p.id = said.person
  left join mirror.memberships o on o.person_id = said.person and o.org_id = said.org
  left join mirror.courses c on c.id = said.course
  left join mirror.members m on m.course_id = said.course and m.person_id = said.person`

/** undefined: it has ended. `hand` is the database without Prisma, for this runs while segments are served. */
export async function holding({ hand, db }: { hand: Tx; db: Db }, grant: Grant): Promise<Holding | undefined> {
  const { session, person, basis, activity, upload } = grant
  const course = basis?.course
  const known = (await one<Row>(
    hand,
    knownSql,
    session,
    course ? activity : '',
    course?.versions.activity ?? 0,
    person,
    basis?.org ?? '',
    course?.id ?? '',
  ))!
  if (known.session_ended) return undefined
  if (!basis) return { whole: 'as granted' }
  // somebody who is not in the mirror yet has only just come
  const left = known.erased !== null && basis.org !== '' && known.roles === null
  if (known.erased || left) return undefined
  const actor = { org: basis.org, roles: known.roles ?? [] }
  if (!course) {
    // a simulation only takes rights away: the session, by which it is found, is left out
    const sight = await seen(db, { kind: 'person', person, session: '', ...actor }, upload).catch((error) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    return sight && { whole: sight.whole }
  }
  if (known.revoked) return undefined
  const now = stillViews(
    {
      course: known.course_org === null ? undefined : { ...known, org: known.course_org, version: Number(known.course_version) },
      member:
        known.role === null ? undefined : { role: known.role, active: known.state === 'active', version: Number(known.member_version) },
      actor,
    },
    course.versions,
  )
  if (now === 'no' || (now === 'as student' && course.teaching)) return undefined
  return { whole: now === 'as decided' ? 'as granted' : now === 'as teacher' }
}
