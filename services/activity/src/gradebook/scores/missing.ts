// Missing work gets the points of the policy once it has closed for its person: rows that a sweep writes, and takes back where the time or the
// work has come after all.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { closes, joinTimes, shownSql } from '../../times/times-sql.ts'
import { auditScores } from './audit-scores.ts'
import { missingPoints } from './recalculation.ts'
import { lockResults } from './results.ts'
import { readBook } from './book.ts'
import { followScores } from './follow-scores.ts'
import { keyOf, type Gradebook } from './score-row.ts'
import { noScore, putScores, readRows, type ScoreWrite } from './write-scores.ts'

/** People who have not handed in although it has closed for them, and people marked as missing without reason. `$1` items, `$2` the time. */
const missingSql = `
  with handed as materialized (
      select w.activity_id, p.id as person_id from score_items i join submissions w on w.activity_id = i.activity_id and w.n > 0 and not w.trial,
        unnest(array_append(w.member_ids, w.person_id)) as p(id) where i.id = any($1) and p.id is not null
      union
      select p.activity_id, p.person_id from score_items i join progress p on p.activity_id = i.activity_id and not p.trial
      where i.id = any($1) and p.details ? 'submitted'),
    states as (
      select i.id as item_id, m.person_id, s.item_id is not null and (s.points is not null or s.state <> '') as scored, s.state, s.overridden,
        not h.person_id is null as handed, ${shownSql('a')} and ${closes} <= $2 as closed, ${closes} as closes
      from score_items i join activities a on a.id = i.activity_id
      join mirror.members m on m.course_id = i.course_id and m.role = 'student' and m.state = 'active' ${joinTimes('m.person_id')}
      left join handed h on h.activity_id = a.id and h.person_id = m.person_id
      left join scores s on s.item_id = i.id and s.person_id = m.person_id
      where i.id = any($1) and not i.deleted)`

export type Missing = { item_id: string; person_id: string; missing: boolean }
/** Those who become missing, and those who cease to be. */
export const readMissing = (tx: Tx, items: readonly string[], now: Date): Promise<Missing[]> =>
  rows<Missing>(
    tx,
    `${missingSql}
     select item_id::text, person_id::text, closed and not handed as missing from states
     where case when state = 'missing' then not overridden and (handed or closed is not true) else not scored and closed and not handed end
     order by person_id, item_id`,
    items,
    now,
  )

/** Sweeps at most `size` items in whose course the time of somebody has run out; returns their number. */
export async function sweepMissing(tx: Tx, now: Date, size: number): Promise<number> {
  const due = await rows<{ id: string; org: string; course: string; misses: boolean; final: boolean }>(
    tx,
    `
    select i.id::text, i.org_id::text as org, i.course_id::text as course, p.missing_percent is not null and not i.deleted as misses,
      p.final_at is not null as final
    from score_items i join score_policies p on p.course_id = i.course_id
    where i.sweep_at <= $1 order by i.sweep_at limit ${size} for update of i skip locked`,
    now,
  )
  for (const [course, of] of Map.groupBy(
    due.filter(({ misses, final }) => misses && !final),
    (item) => item.course,
  ))
    await sweepCourse(
      tx,
      { org: of[0]!.org, course },
      of.map(({ id }) => id),
      now,
    )
  // when the next one's time runs out; without a rule there is none
  await run(
    tx,
    `${missingSql}
    update score_items i set sweep_at = case when i.id = any($3::uuid[]) then (select min(st.closes) from states st where st.item_id = i.id and st.closes > $2) end
    where i.id = any($1)`,
    due.map(({ id }) => id),
    now,
    due.filter(({ misses, final }) => misses && !final).map(({ id }) => id),
  )
  return due.length
}

async function sweepCourse(tx: Tx, place: Gradebook, items: string[], now: Date): Promise<void> {
  const found = await readMissing(tx, items, now)
  if (found.length === 0) return
  const persons = [...new Set(found.map(({ person_id }) => person_id))]
  await lockResults(tx, place.course, persons)
  const book = await readBook(tx, place.course)
  const percent = book.policy.missing?.percent
  if (percent === undefined) return
  const itemOf = new Map(book.items.map((item) => [item.id, item]))
  const before = await readRows(tx, items, persons)
  const writes = found.flatMap((one): ScoreWrite[] => {
    const row = before.get(keyOf(one)) ?? noScore(one.item_id, one.person_id)
    // somebody has written it meanwhile
    if (one.missing ? row.points !== null || row.state !== '' : row.state !== 'missing') return []
    const score = one.missing
      ? { points: missingPoints(itemOf.get(one.item_id)!.points, percent), state: 'missing' }
      : { points: null, state: '' }
    return [{ ...row, ...score, by: null, what: 'missing', reason: '' }]
  })
  await auditScores(tx, place, book, before, await putScores(tx, place, book, before, writes, now))
  await followScores(tx, place, book, persons)
}
