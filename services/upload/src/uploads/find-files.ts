// The search for files by name: the actor's own, and those that belong to their courses.
import { searchedCourses } from '@lyceum/course/mirror/searched'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { rows } from '@lyceum/kit/database/database'
import { beginning, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../deps.ts'
import type { FoundFile } from './api.ts'

/** The most files that are counted. */
const mostFound = 1000

export async function findFiles({ db }: Deps, actor: Actor, { keyword, page = 1, page_size = 10 }: PageQuery & { keyword: string }) {
  const query = { page, page_size }
  const patterns = wordPatterns(keyword)
  if (patterns.length === 0) return pageOf(query, 0, [])
  const { taught, learned } = await searchedCourses(db, actor)
  const { limit, offset } = limits(query)
  const found = await rows<FoundFile & { total: number }>(
    db,
    `
    with matches as (
      select id from uploads where owner_id = nullif($1, '')::uuid and org_id = nullif($2, '')::uuid and course_id is null
        and not deleted and folded like all($5::text[])
      union select id from uploads where course_id = any($3::uuid[]) and not deleted and folded like all($5::text[])
      union select id from uploads where course_id = any($4::uuid[]) and not deleted and status = 'ready' and folded like all($5::text[])),
    counted as (
      select u.id, case when u.folded like $6 then 0 when u.folded like '% ' || $6 then 1 else 2 end as rank,
        length(u.name) as length
      from matches join uploads u on u.id = matches.id order by rank, length, u.id limit ${mostFound})
    select u.id::text, u.name, u.type, u.size::float8, u.status, u.is_folder, u.parent_id::text, u.course_id::text, c.name as course_name,
      (count(*) over ())::int as total
    from counted join uploads u on u.id = counted.id left join mirror.courses c on c.id = u.course_id
    order by counted.rank, counted.length, u.id limit $7 offset $8`,
    actor.person,
    actor.org,
    taught,
    learned,
    patterns,
    beginning(keyword),
    limit,
    offset,
  )
  return pageOf(
    query,
    found[0]?.total ?? 0,
    found.map(({ total: _, ...file }) => file),
  )
}
