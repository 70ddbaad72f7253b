// The works of an activity with the parts of their evaluation, for who teaches.
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { weightsOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import { authorsOf } from '../marking/authors.ts'
import { dueOf } from '../peer-reviews/peer-reviews.ts'
import { handInsOf, isNameless } from '../../activity/anonymity.ts'
import { readAssignment } from '../submissions/work.ts'
import type { EvaluatedWork } from './api.ts'
import { readParts } from './parts.ts'
import { mean, placed, pointsOfParts } from './rules.ts'

type Row = {
  id: string
  submitted_at: Date
  late_seconds: number
  members: number
  selfs: number
  given: number
  done: number
  total: number
}

export async function listEvaluation(deps: Deps, id: string, query: PageQuery) {
  const { db } = deps
  const activity = await readAssignment(deps, id)
  const nameless = await isNameless(db, activity)
  const { limit, offset } = limits(query)
  const found = await rows<Row>(
    db,
    `
    select s.id::text, s.submitted_at, s.late_seconds, cardinality(s.member_ids) as members, count(*) over ()::int as total,
      (select count(*)::int from self_reviews r where r.submission_id = s.id and r.state = 'done') as selfs,
      (select count(*)::int from peer_reviews p where p.submission_id = s.id) as given,
      (select count(*)::int from peer_reviews p where p.submission_id = s.id and p.state = 'done') as done
    from submissions s left join mirror.persons p on p.id = s.person_id left join mirror.groups g on g.id = s.group_id
    where s.activity_id = $1 and s.n > 0 and not s.trial
    order by ${nameless ? 's.pseudonym' : 'coalesce(g.name, p.name), s.id'} limit $2 offset $3`,
    id,
    limit,
    offset,
  )
  const works = found.map((row) => row.id)
  const authors = await authorsOf(db, activity, works)
  const parts = Map.groupBy(await readParts(db, id, works), ({ submission }) => submission)
  const weights = weightsOf(activity) ?? null
  const handIn = await handInsOf(db, activity, nameless)
  const items = found.map((row): EvaluatedWork => {
    const of = parts.get(row.id) ?? []
    const meanOf = (points: (string | null)[]) => placed(mean(points.flatMap((one) => one ?? [])))
    return {
      submission_id: row.id,
      author: authors.get(row.id)!,
      submitted_at: handIn(row.submitted_at, row.late_seconds).submitted_at,
      teacher: placed(of[0]?.parts.teacher ?? null),
      self: { points: meanOf(of.map(({ parts: { self } }) => placed(self))), done: row.selfs, of: row.members },
      peer: { points: placed(of[0]?.parts.peer ?? null), done: row.done, of: row.given },
      points: weights && meanOf(of.map((one) => pointsOfParts(weights, one.parts))),
    }
  })
  const round = await one(db, 'select from peer_rounds where activity_id = $1', id)
  return {
    ...pageOf(query, found[0]?.total ?? 0, items),
    weights,
    max: activity.points?.toString() ?? null,
    due: dueOf(activity),
    given_out: round !== undefined,
  }
}
