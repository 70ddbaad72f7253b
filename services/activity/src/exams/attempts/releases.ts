// Results that are shown once the exam is over: when the last of all who may write has to be done.
import { audit } from '@lyceum/kit/audit/audit'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { typesAsking } from '../../types/activity-types.ts'
import type {} from '../../audit-actions.ts'
import { releaseItem } from '../../gradebook/scores/release-item.ts'
import { recalculateHidden } from '../../gradebook/scores/release-scores.ts'
import { heldSql, joinModule } from '../../times/times-sql.ts'

type Due = { item: string; activity: string; org: string; course: string; anonymous: boolean }
const grace = `make_interval(mins => coalesce((a.settings ->> 'grace_minutes')::int, 0))`

/** Releases at most `size` exams, each once; what a teacher hides again stays hidden. Returns their number. */
export async function releaseClosed(tx: Tx, now: Date, size: number): Promise<number> {
  const due = await rows<Due>(
    tx,
    `
    select i.id::text as item, a.id::text as activity, a.org_id::text as org, a.course_id::text as course, i.anonymous
    from activities a join score_items i on i.activity_id = a.id and not i.deleted and not i.released ${joinModule}
    where a.type = any($3) and a.settings ->> 'results_when' = 'after_close' and not a.deleted and a.published
      and ${heldSql.closes} + ${grace} < $1
      and not exists (select from personal_times t where t.activity_id = a.id and t.closes + ${grace} >= $1)
      and not exists (select from attempts w where w.activity_id = a.id and not w.trial
        and (w.state <> 'marked' or (a.anonymous and w.to_mark > 0)))
      and not exists (select from score_changes h where h.item_id = i.id and h.what = 'released')
    order by a.id limit $2 for update of i skip locked`,
    now,
    size,
    typesAsking('exam'),
  )
  for (const { item, activity, org, course, anonymous } of due) {
    const shown = await releaseItem(tx, { org, course }, item, now)
    if (anonymous)
      await recalculateHidden(
        tx,
        { org, course },
        shown.map(({ person_id }) => person_id),
      )
    await audit(tx, { action: 'score.released', subject: `scoreItem:${item}`, org, course, after: { scores: shown.length, activity } })
  }
  return due.length
}
