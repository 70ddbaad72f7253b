// Participation in an activity: how many posts each student has there by name, and the score that they have for it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import type { Participant, Participation, ParticipationQuery } from './api.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** As many as one page of a list of members has. */
const mostNamed = 100
function namedPeople(value: unknown): string[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length > mostNamed || !value.every((id) => typeof id === 'string' && idForm.test(id)))
    throw invalid({ 'conditions.person_ids': 'field.format' })
  return value
}

const students = `from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
  where m.course_id = $1 and m.state = 'active' and m.role = 'student' and ${heldSql('p.folded', '$2')} and ($3::uuid[] is null or m.person_id = any($3))`

type Counted = { person: string; posts: number; replies: number }
type Scored = { person: string; points: string | null; state: string }

/** In four queries, whatever the size of the page. 400 for people who are no ids. */
export async function readParticipation(
  { db }: Deps,
  { course, access }: CourseScope,
  id: string,
  { keyword, conditions, ...page }: ParticipationQuery,
): Promise<Participation> {
  const sql = db
  const { limit, offset } = limits(page)
  const values = [course, wordPatterns(keyword ?? ''), namedPeople(conditionsOf(conditions, ['person_ids']).person_ids)]
  const found = await rows<Participant['person'] & { total: number }>(
    sql,
    `select m.person_id::text as id, p.name, p.user_no, p.avatar, count(*) over ()::int as total ${students} order by p.name, m.person_id limit $4 offset $5`,
    ...values,
    limit,
    offset,
  )
  const ids = found.map((person) => person.id)
  const counted = await rows<Counted>(
    sql,
    `select p.author_id::text as person, count(*)::int as posts, count(*) filter (where p.n > 1 or t.comments)::int as replies
     from topics t join posts p on p.topic_id = t.id where t.scope = 'activity' and t.scope_id = $1 and not t.deleted
       and p.state = 'shown' and p.author_id = any($2) group by p.author_id`,
    id,
    ids,
  )
  const item = has(access.can, 'scores.read')
    ? await one<{ id: string; points: string }>(
        sql,
        'select id::text, trim_scale(points)::text as points from score_items where activity_id = $1 and not deleted',
        id,
      )
    : undefined
  const scored = item
    ? await rows<Scored>(
        sql,
        'select person_id::text as person, trim_scale(points)::text as points, state from scores where item_id = $1 and person_id = any($2)',
        item.id,
        ids,
      )
    : []
  const countOf = new Map(counted.map((one) => [one.person, one]))
  const cellOf = new Map(scored.map(({ person, ...cell }) => [person, cell]))
  const total =
    found[0]?.total ?? (offset === 0 ? 0 : ((await one<{ n: number }>(sql, `select count(*)::int as n ${students}`, ...values))?.n ?? 0))
  const items = found.map(
    ({ total: _, ...person }): Participant => ({
      person,
      posts: countOf.get(person.id)?.posts ?? 0,
      replies: countOf.get(person.id)?.replies ?? 0,
      cell: cellOf.get(person.id) ?? null,
    }),
  )
  return { ...pageOf(page, total, items), item: item ?? null }
}
