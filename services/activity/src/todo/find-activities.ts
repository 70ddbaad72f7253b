// The search for activities in the actor's courses: three bounded queries, whatever the number of courses.
import { taughtAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { likeText } from '@lyceum/kit/database/like-pattern'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { joinTimes, openAt, shownSql } from '../times/times-sql.ts'
import { lockedOf } from '../prerequisites/prerequisites.ts'
import type { FoundActivity } from './api.ts'

/** The most courses that are searched, words that count, and activities that are found. */
const [most, words, found] = [200, 8, 12]

type Row = Omit<FoundActivity, 'available'> & { open: boolean }

export async function findActivities({ db, now }: Deps, actor: Actor, keyword: string): Promise<FoundActivity[]> {
  const text = keyword.trim().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  const courses = await rows<{ id: string; shown: boolean }>(
    db,
    `
    select c.id::text, c.published or coalesce(s.acting_as = 'preview', false) as shown
    from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
    left join mirror.simulations s on s.course_id = c.id and s.session_id = $2
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and coalesce(s.acting_as, '') <> 'visitor'
    order by m.course_id desc limit ${most}`,
    actor.person,
    actor.session,
  )
  const ids = courses.map(({ id }) => id)
  const taught = await taughtAmong(db, actor, ids)
  const learned = courses.filter(({ id, shown }) => shown && !taught.includes(id)).map(({ id }) => id)
  const matches = await rows<Row>(
    db,
    `
    select a.id::text as activity_id, a.course_id::text, c.name as course_name, a.type, a.title, a.published,
      a.course_id = any($2::uuid[]) or (${openAt('$4')}) as open
    from activities a join mirror.courses c on c.id = a.course_id
    ${joinTimes("nullif($1, '')::uuid")}
    where (a.course_id = any($2::uuid[]) or (a.course_id = any($3::uuid[]) and ${shownSql('a')})) and not a.deleted and a.title ilike all($5::text[])
    order by case when a.title ilike $6 || '%' then 0 when a.title ilike '% ' || $6 || '%' then 1 else 2 end, length(a.title), a.id
    limit ${found}`,
    actor.person,
    taught,
    learned,
    now(),
    text.split(' ', words).map((word) => `%${likeText(word)}%`),
    likeText(text),
  )
  const locked = await lockedOf(
    db,
    actor.person,
    matches.flatMap(({ activity_id, course_id }) => (taught.includes(course_id) ? [] : [activity_id])),
  )
  return matches.map(({ open, ...match }) => ({ ...match, available: open && !locked.has(match.activity_id) }))
}
