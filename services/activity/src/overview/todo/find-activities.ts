// The search for activities in the actor's courses: a bounded number of queries, whatever the number of courses.
import { searchedCourses } from '@lyceum/course/mirror/searched'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { rows } from '@lyceum/kit/database/database'
import { beginning, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { wordsOf } from '@lyceum/kit/text/folded'
import type { Deps } from '../../deps.ts'
import { joinTimes, openAt, shownSql } from '../../times/times-sql.ts'
import { lockedOf } from '../../times/prerequisites/prerequisites.ts'
import type { FoundActivity } from './api.ts'
import { excerptOf } from '../../activity/excerpt.ts'

/** The most activities that are counted. */
const mostFound = 1000

/** `file`: one of its files, whose name has the words; `inside`: they are in its files or its text, not in its title. */
type Match = { id: string; course_id: string; open: boolean; inside: boolean; file: string | null }
type Row = Omit<FoundActivity, 'available' | 'excerpt'> & { body: string | null }
const listed = ({ page = 1, page_size = 10 }: PageQuery) => ({ page, page_size })

export async function findActivities(deps: Deps, actor: Actor, { keyword, ...query }: PageQuery & { keyword: string }) {
  const { db } = deps
  if (wordsOf(keyword).length === 0) return pageOf(listed(query), 0, [])
  const { taught, learned } = await searchedCourses(db, actor)
  const matches = await findMatches(deps, actor, { taught, learned, keyword })
  const students = matches.filter(({ course_id }) => !taught.includes(course_id))
  const locked = await lockedOf(
    db,
    actor.person,
    students.map(({ id }) => id),
  )
  // a text or a file that is locked is not shown, not even by a hit
  const found = matches.filter(({ id, inside }) => !inside || !locked.has(id))
  const { limit, offset } = limits(query)
  const page = found.slice(offset, offset + limit)
  const items = await rows<Row>(
    db,
    `
    select a.id::text as activity_id, a.course_id::text, c.name as course_name, a.type, a.title, a.published, c.published as course_published,
      case when wanted.inside then coalesce(wanted.file, a.body) end as body
    from unnest($1::uuid[], $2::bool[], $3::text[]) with ordinality as wanted(id, inside, file, place)
    join activities a on a.id = wanted.id join mirror.courses c on c.id = a.course_id order by wanted.place`,
    page.map(({ id }) => id),
    page.map(({ inside }) => inside),
    page.map(({ file }) => file),
  )
  const openNow = new Map(page.map(({ id, open }) => [id, open && !locked.has(id)]))
  return pageOf(
    listed(query),
    found.length,
    items.map(
      ({ body, ...item }): FoundActivity => ({
        ...item,
        available: openNow.get(item.activity_id) ?? false,
        excerpt: body === null ? null : excerptOf(body, keyword),
      }),
    ),
  )
}

type Searched = { taught: string[]; learned: string[]; keyword: string }

/** The best first. A word stands anywhere in a title; in a text a word between spaces begins with it. The activities of the courses are read
 *  by their index: those that hold a common word are many more. */
const findMatches = ({ db, now }: Deps, actor: Actor, { taught, learned, keyword }: Searched) =>
  rows<Match>(
    db,
    `
    with seen as (
      select a.id, a.course_id, a.title, a.course_id = any($2::uuid[]) or (${openAt('$4')}) as open,
        a.folded, not a.folded like all($5::text[]) as inside, f.name as file, coalesce(a.changed_at, a.created_at) as changed
      from activities a
      left join lateral (select u.name from uploads u
        where u.id = any(a.upload_ids) and not u.deleted and u.folded like all($5::text[]) order by length(u.name), u.id limit 1) f on true
      ${joinTimes("nullif($1, '')::uuid")}
      where a.course_id = any($2::uuid[] || $3::uuid[]) and not a.deleted
        and (a.folded like all($5::text[]) or f.name is not null or a.words @@ (select kit.search_query($7)) and (select kit.search_query($7)) <> ''::tsquery)
        and (a.course_id = any($2::uuid[]) or ${shownSql('a')}))
    select id::text, course_id::text, open, inside, file from seen where open or not inside
    order by case when inside and file is null then 4 when inside then 3 when folded like $6 then 0 when folded like '% ' || $6 then 1 else 2 end,
      case when inside then 0 else length(title) end, case when inside then changed end desc, id
    limit ${mostFound}`,
    actor.person,
    taught,
    learned,
    now(),
    wordPatterns(keyword),
    beginning(keyword),
    keyword,
  )
