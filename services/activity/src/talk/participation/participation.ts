// Participation in an activity: how many posts each student has there, what these are given, and the score that they have for it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import type { Participant, Participation, ParticipationQuery } from './api.ts'
import { countsOf, studentsSql } from './students.ts'

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** As many as one page of a list of members has. */
const mostNamed = 100
function namedPeople(value: unknown): string[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length > mostNamed || !value.every((id) => typeof id === 'string' && idForm.test(id)))
    throw invalid({ 'conditions.person_ids': 'field.format' })
  return value
}

const students = `${studentsSql} and ${heldSql('p.folded', '$2')} and ($3::uuid[] is null or m.person_id = any($3))`

type Scored = { person: string; points: string | null; state: string }
type Marked = { person: string; points: string | null; state: 'draft' | 'done' }

/** In a few queries, whatever the size of the page. 400 for people who are no ids. */
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
  const counts = await countsOf(sql, id, ids)
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
  const marked = has(access.can, 'work.mark')
    ? await rows<Marked>(
        sql,
        `select person_id::text as person, trim_scale(points)::text as points, state from participation_marks
         where activity_id = $1 and person_id = any($2)`,
        id,
        ids,
      )
    : []
  const markOf = new Map(marked.map(({ person, ...mark }) => [person, mark]))
  const cellOf = new Map(scored.map(({ person, ...cell }) => [person, cell]))
  const total =
    found[0]?.total ?? (offset === 0 ? 0 : ((await one<{ n: number }>(sql, `select count(*)::int as n ${students}`, ...values))?.n ?? 0))
  const items = found.map(
    ({ total: _, ...person }): Participant => ({
      person,
      ...counts(person.id),
      cell: cellOf.get(person.id) ?? null,
      mark: markOf.get(person.id) ?? null,
    }),
  )
  return { ...pageOf(page, total, items), item: item ?? null }
}
