// The list of a course's members.
import { likePattern } from '@lyceum/kit/database/like-pattern'
import { one, rows } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { type CourseScope, teaches } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Enrolment } from '../generated/client.ts'
import type { Member } from './api.ts'

type MemberRow = Pick<SqlRow<Enrolment>, 'id' | 'joined_at' | 'person_id'> & {
  role: CourseRole
  name: string
  user_no: string
  avatar: string
  email: string
}

/** Teachers first, then by name. Only teachers see e-mail addresses. */
export async function members(
  { db }: Deps,
  scope: CourseScope,
  course: string,
  { keyword = '', role, ...page }: PageQuery & { keyword?: string; role?: CourseRole },
) {
  const from = `from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = $1 and e.state = 'active' and p.deleted is not true
      and ($2 = '' or p.name ilike $2 or p.user_no ilike $2) and ($3::text is null or e.role = $3)`
  const values = [course, likePattern(keyword), role ?? null]
  const { total = 0 } = (await one<{ total: number }>(db, `select count(*)::int as total ${from}`, ...values)) ?? {}
  const { limit, offset } = limits(page)
  const memberRows = await rows<MemberRow>(
    db,
    `
    select e.id, e.role, e.joined_at, e.person_id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no,
      coalesce(p.avatar, '') as avatar, coalesce(p.email, '') as email
    ${from} order by case e.role when 'instructor' then 0 when 'instructor_assistant' then 1 else 2 end, p.name, e.id limit ${limit} offset ${offset}`,
    ...values,
  )
  const teacher = teaches(scope.access)
  return pageOf(
    page,
    total,
    memberRows.map(
      ({ id, role, joined_at, person_id, name, user_no, avatar, email }): Member => ({
        id,
        role,
        joined_at: joined_at.toISOString(),
        person: { id: person_id, name, user_no, avatar, email: teacher && email ? email : null },
      }),
    ),
  )
}
