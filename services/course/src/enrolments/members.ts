// The list of who is in a course.
import { likePattern } from '@lyceum/kit/like'
import { one, rows } from '@lyceum/kit/db'
import type { Place } from '@lyceum/kit/routes'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import { standingOf, teaches } from '../../mirror/rules.ts'
import type { CourseRole } from '../courses/api.ts'
import type { Deps } from '../deps.ts'
import type { Member } from './api.ts'

type MemberRow = {
  id: string
  role: CourseRole
  joined_at: Date
  person_id: string
  name: string
  user_no: string
  avatar: string
  email: string
}

/** Teachers first, then by name. E-mail addresses are for those who teach. */
export async function members(
  { db }: Deps,
  place: Place,
  course: string,
  { keyword = '', role, ...page }: PageQuery & { keyword?: string; role?: CourseRole },
) {
  const from = `from enrolments e left join mirror.persons p on p.id = e.person_id
    where e.course_id = $1::uuid and e.state = 'active' and p.deleted is not true
      and ($2 = '' or p.name ilike $2 or p.user_no ilike $2) and ($3::text is null or e.role = $3)`
  const values = [course, likePattern(keyword), role ?? null]
  const { total = 0 } = (await one<{ total: number }>(db, `select count(*)::int as total ${from}`, ...values)) ?? {}
  const { limit, offset } = limits(page)
  const found = await rows<MemberRow>(
    db,
    `
    select e.id::text, e.role, e.joined_at, e.person_id::text, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no,
      coalesce(p.avatar, '') as avatar, coalesce(p.email, '') as email
    ${from} order by case e.role when 'instructor' then 0 when 'instructor_assistant' then 1 else 2 end, p.name, e.id limit ${limit} offset ${offset}`,
    ...values,
  )
  const teacher = teaches(standingOf(place))
  return pageOf(
    page,
    total,
    found.map(
      ({ id, role, joined_at, person_id, name, user_no, avatar, email }): Member => ({
        id,
        role,
        joined_at: joined_at.toISOString(),
        person: { id: person_id, name, user_no, avatar, email: teacher && email ? email : null },
      }),
    ),
  )
}
