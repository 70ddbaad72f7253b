// A student's own scores: of released ones alone, the result too, so that no number of another kind can be read from them.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { unitsOf } from '../../points/decimals.ts'
import { rounded } from '../../points/fractions.ts'
import { shownSql } from '../../times/times-sql.ts'
import { groupsOfBook, readBook, readBooks, type StoredBook } from './book.ts'
import { distributionOf } from './distribution.ts'
import { readPolicy } from '../score-policies/policy.ts'
import { reasonSql } from './score-row.ts'
import { type ScoreText, scoresOf, shownResult } from './results.ts'
import { resultOf, shareOfItem, treeOf } from './rules.ts'
import type { CellState, MyCourseScores, MyScore, MyScores } from './api.ts'
import { latePointsOf } from './work-scores.ts'

type Row = {
  item_id: string
  activity_id: string | null
  title: string
  category_id: string | null
  max: string
  extra_credit: boolean
  points: string | null
  earned: string | null
  state: CellState | null
  overridden: boolean | null
  reason: string | null
  comment: string | null
  released_at: Date | null
  work: MyScore['work']
}

/** Work of its person, of progress p, that was returned for rework, scored or not, or that has no score yet. */
const workSql = `case when p.state = 'rework' then 'rework' when s.points is not null or s.state <> '' then '' when p.details ? 'submitted' then 'waiting'
  else '' end`

/** "90" of 18 in 20: two places, where they say something. */
function percentOfItem(points: string, max: string): string | null {
  const share = shareOfItem(points, max)
  return share && rounded(share, 2).replace(/\.?0+$/, '')
}

/** Possible points of items that have no score yet, in ten-thousandths. 400 trial. */
function trialOf(text: string | undefined, own: readonly Row[]): [string, bigint][] {
  if (text === undefined) return []
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw invalid({ trial: 'field.format' })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw invalid({ trial: 'field.format' })
  const itemOf = new Map(own.map((row) => [row.item_id, row]))
  return Object.entries(given).map(([id, points]) => {
    const item = itemOf.get(id)
    if (!item || (item.points !== null && item.state !== 'missing') || item.state === 'excused') throw invalid({ trial: 'field.choice' })
    if (typeof points !== 'string' || !/^\d{1,6}(\.\d{1,4})?$/.test(points)) throw invalid({ trial: 'field.format' })
    if (unitsOf(item.max) > 0n && unitsOf(points) > unitsOf(item.max)) throw invalid({ trial: ['field.tooLarge', { most: item.max }] })
    return [id, unitsOf(points)]
  })
}

/** The distribution of an item is shown from so many scores on: of fewer somebody could work out whose they are. */
const fewest = 10

export async function readMyScores({ db }: Deps, actor: Actor, scope: CourseScope, course: string, trial?: string): Promise<MyScores> {
  const book = await readBook(db, course)
  // what somebody sees who simulates a student is a student without scores
  const person = scope.access.simulating ? null : actor.person || null
  const own = await rows<Row>(
    db,
    `
    select i.id::text as item_id, i.activity_id::text, i.title, i.category_id::text, trim_scale(i.points)::text as max, i.extra_credit,
      trim_scale(s.points)::text as points, trim_scale(s.earned)::text as earned, s.state, s.overridden, ${reasonSql('s')} as reason, s.comment, s.released_at, ${workSql} as work
    from score_items i left join activities a on a.id = i.activity_id
    left join progress p on p.activity_id = i.activity_id and p.person_id = $2::uuid and not p.trial
    left join scores s on s.item_id = i.id and s.person_id = $2::uuid and s.released and (s.points is not null or s.state <> '' or s.comment <> '')
    where i.course_id = $1 and not i.deleted and (i.activity_id is null or s.item_id is not null or ${shownSql('a')}) order by i.sort, i.no`,
    course,
    person,
  )
  const listed = new Set(own.map(({ item_id }) => item_id))
  const shownBook: StoredBook = { ...book, items: book.items.filter(({ id }) => listed.has(id)) }
  const scores = new Map(
    scoresOf(own.flatMap(({ item_id, points, state }) => (state === null ? [] : [[item_id, points, state] as ScoreText]))),
  )
  for (const [id, points] of trialOf(trial, own)) scores.set(id, { points, state: '' })
  const groups = groupsOfBook(shownBook)
  const { scale, final, digits, pass_percent } = await readPolicy(db, course)
  const distributions = book.policy.distribution ? await distributionsOf(db, course) : new Map<string, string[]>()
  return {
    result: shownResult(book.policy, resultOf(groups, scores)),
    final: final !== null,
    digits,
    pass_percent,
    scale,
    categories: book.categories.map(({ id, name, weight }) => ({ id, name, weight })),
    tree: treeOf(groups, scores, digits),
    items: own.map((row) => toMyScore(row, distributions.get(row.item_id))),
  }
}

function toMyScore({ overridden, reason, released_at, ...row }: Row, points: string[] | undefined): MyScore {
  const late_points = latePointsOf({ ...row, overridden: overridden ?? false })
  return {
    ...row,
    state: row.state ?? '',
    earned: late_points === null ? null : row.earned,
    late_points,
    percent: row.points === null ? null : percentOfItem(row.points, row.max),
    overridden: overridden ?? false,
    reason: reason ?? '',
    comment: row.comment ?? '',
    released_at: released_at?.toISOString() ?? null,
    distribution: points ? distributionOf(points, row.max) : null,
  }
}

/** Item → the released points of the class in ascending order, where they are enough. */
async function distributionsOf(tx: Tx, course: string): Promise<Map<string, string[]>> {
  const found = await rows<{ item: string; points: string[] }>(
    tx,
    `
    select s.item_id::text as item, array_agg(trim_scale(s.points)::text order by s.points) as points from scores s
    join mirror.members m on m.course_id = s.course_id and m.person_id = s.person_id and m.role = 'student' and m.state = 'active'
    where s.course_id = $1 and s.released and s.points is not null and s.state <> 'excused' group by s.item_id having count(*) >= ${fewest}`,
    course,
  )
  return new Map(found.map(({ item, points }) => [item, points]))
}

type CourseRow = {
  id: string
  name: string
  final: boolean
  scored: number
  items: number
  latest_at: Date | null
  scores: ScoreText[] | null
}

/** Over the published courses in which the actor learns; those without a book are in it too. */
export async function listMyScores({ db }: Deps, actor: Actor, query: PageQuery) {
  const from = `from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted and c.published
    where m.person_id = $1 and m.role = 'student' and m.state = 'active'`
  const { limit, offset } = limits(query)
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, actor.person)
  const courses = await rows<CourseRow>(
    db,
    `
    select c.id::text, c.name, coalesce((select p.final_at is not null from score_policies p where p.course_id = c.id), false) as final,
      coalesce(s.scored, 0) as scored, s.latest_at, s.scores,
      (select count(*)::int from score_items i left join activities a on a.id = i.activity_id
        where i.course_id = c.id and not i.deleted and (i.activity_id is null or ${shownSql('a')})) as items
    from (select m.course_id, m.person_id ${from}) mine join mirror.courses c on c.id = mine.course_id
    left join lateral (
      select (count(*) filter (where s.points is not null))::int as scored, max(s.released_at) as latest_at,
        json_agg(json_build_array(s.item_id, trim_scale(s.points)::text, s.state)) as scores
      from scores s join score_items i on i.id = s.item_id and not i.deleted
      where s.course_id = mine.course_id and s.person_id = mine.person_id and s.released) s on true
    order by s.latest_at desc nulls last, c.name, c.id limit ${limit} offset ${offset}`,
    actor.person,
  )
  const books = await readBooks(
    db,
    courses.map(({ id }) => id),
  )
  const items = courses.map(({ id, name, final, scored, items: count, latest_at, scores }): MyCourseScores => {
    const book = books.get(id)!
    return {
      course: { id, name },
      result: shownResult(book.policy, resultOf(groupsOfBook(book), scoresOf(scores))),
      final,
      scored,
      items: count,
      latest_at: latest_at?.toISOString() ?? null,
    }
  })
  return pageOf(query, total?.n ?? 0, items)
}
