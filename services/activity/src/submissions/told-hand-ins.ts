// Whose hand-ins are told by name while no work is: so many at once that the moment at which a name appears is that of no one work.
import type { Activity } from '../generated/client.ts'
import { heldSql, joinModule } from '../times/times-sql.ts'
import { namelessSql } from './anonymity.ts'

/** Hand-ins that are told together. What was in by the due time, and by the end, is told when that is over. */
const together = 5

const byWork = ['submitted', 'answered']
/** Whether handing in completes an activity: else completion says nothing of it. */
export const isCompletedByWork = ({ criterionKey }: Pick<Activity, 'criterionKey'>): boolean => byWork.includes(criterionKey)
const completedByWork = (a: string) => `${a}.criterion_key in (${byWork.map((key) => `'${key}'`).join()})`

/**
 * Who has handed in what, of the nameless activities `a` that the condition names, and when first: what is returned to be handed in once more stays
 * handed in, for a marker knows which work they return.
 */
export const toldHandInsSql = (condition: string) => `(
  with nameless as (
    select a.id, greatest(case when ${heldSql.due} <= now() then ${heldSql.due} end, case when ${heldSql.closes} <= now() then ${heldSql.closes} end) as over
    from activities a ${joinModule} where ${condition} and ${namelessSql('a')}),
  first as (
    select n.id, n.over, s.member_ids as people, v.submitted_at as at from nameless n
      join submissions s on s.activity_id = n.id and s.n > 0 and not s.trial join submission_versions v on v.submission_id = s.id and v.n = 1
    union all
    select n.id, n.over, array[t.person_id], min(t.submitted_at) from nameless n
      join attempts t on t.activity_id = n.id and t.state <> 'running' and not t.trial group by n.id, n.over, t.person_id),
  counted as (
    select f.*, row_number() over (partition by f.id, f.at <= f.over order by f.at) as nth, count(*) over (partition by f.id, f.at <= f.over) as many
    from first f)
  select c.id as activity_id, person.id as person_id, date_trunc('day', min(c.at)) as day from counted c, unnest(c.people) as person(id)
  where c.at <= c.over or c.nth <= c.many - c.many % ${together} group by 1, 2)`

/** Completions `activity_id, person_id, completed_at` of the activities `a` and people `p` that the conditions name, as others than they read them. */
export const toldCompletionsSql = (condition: string, people: string) => `(
  select p.activity_id, p.person_id, case when ${namelessSql('a')} then date_trunc('day', p.completed_at) else p.completed_at end as completed_at
  from progress p join activities a on a.id = p.activity_id
  where ${condition} and ${people} and p.completed_at is not null and not p.trial and not (${completedByWork('a')} and ${namelessSql('a')})
  union all
  select p.activity_id, p.person_id, p.day from ${toldHandInsSql(`${condition} and ${completedByWork('a')}`)} p where ${people})`
