// The search for people: those who are in a course with the actor, whom its list of members shows; to who manages and searches people, those of every
// course of their organisation or department, and who belongs to it and is in no course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { may } from '@lyceum/identity/mirror/permissions'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { rows } from '@lyceum/kit/database/database'
import { beginning, heldSql, indexedSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { searchedCourses } from '../../mirror/searched.ts'
import type { Deps } from '../deps.ts'
import type { FoundPerson } from './api.ts'

/** The most people that are counted. */
const mostFound = 1000

/** Courses `o` of the organisation $7 that are in the department $8 or below it, or in none. */
const managed = `exists (select from courses o where o.id = e.course_id and o.org_id = $7::uuid and not o.deleted
  and ($8::uuid is null or o.department_id is null or o.department_id = $8::uuid
    or exists (select from mirror.departments d where d.id = o.department_id and $8::uuid = any(d.path))))`

/** People of the organisation $7: of its department $8 or one below it, where that is given. */
const belonging = `exists (select from mirror.memberships b where b.person_id = p.id and b.org_id = $7::uuid
  and ($8::uuid is null or b.department_id = $8::uuid
    or exists (select from mirror.departments d where d.id = b.department_id and $8::uuid = any(d.path))))`

export async function findPeople({ db }: Deps, actor: Actor, { keyword, page = 1, page_size = 10 }: PageQuery & { keyword: string }) {
  const query = { page, page_size }
  const patterns = wordPatterns(keyword)
  if (patterns.length === 0) return pageOf(query, 0, [])
  const { taught, learned } = await searchedCourses(db, actor)
  const { limit, offset } = limits(query)
  const wide = may(actor, 'people.search') && may(actor, 'course.read')
  const values: unknown[] = [actor.person, [...taught, ...learned], patterns, beginning(keyword), limit, offset]
  if (wide) values.push(actor.org, actor.department ?? null)
  const found = await rows<FoundPerson & { total: number }>(
    db,
    `
    with matches as (
      select p.id, p.name, p.folded, p.user_no, count(*)::int as courses, (array_agg(e.id order by e.joined_at desc, e.id))[1] as latest
      from enrolments e join mirror.persons p on p.id = e.person_id
      where (e.course_id = any($2::uuid[])${wide ? ` or ${managed}` : ''}) and e.state = 'active' and p.deleted is not true and p.id <> nullif($1, '')::uuid
        and ${heldSql('p.folded', '$3')}
      group by p.id order by ${ranked('p')} limit ${mostFound})${
        wide
          ? `,
    others as (
      select p.id, p.name, p.folded, p.user_no, 0 as courses, null::uuid as latest from mirror.persons p
      where ${indexedSql('p.folded', keyword, (value) => `$${values.push(value)}`)}
        and not p.deleted and p.id <> nullif($1, '')::uuid and ${belonging} and not exists (select from matches m where m.id = p.id)
      order by ${ranked('p')} limit ${mostFound})`
          : ''
      },
    everybody as (select * from matches${wide ? ' union all select * from others' : ''})
    select m.id::text, m.name, m.user_no, coalesce(p.avatar, '') as avatar, m.courses, e.course_id::text,
      coalesce(nullif(c.display_name, ''), c.name) as course_name, e.role, least((count(*) over ())::int, ${mostFound}) as total
    from everybody m join mirror.persons p on p.id = m.id left join enrolments e on e.id = m.latest left join courses c on c.id = e.course_id
    order by ${ranked('m')}
    limit least($5::int, greatest(0, ${mostFound} - $6::int)) offset $6`,
    ...values,
  )
  return pageOf(
    query,
    found[0]?.total ?? 0,
    found.map(({ total: _, ...person }) => person),
  )
}

/** Names that begin with $4 first, then those of which a word does. */
const ranked = (of: string) =>
  `case when ${of}.folded like $4 then 0 when ${of}.folded like '% ' || $4 then 1 else 2 end, ${of}.name, ${of}.id`
