// Completions by name, as others than the person read them. Of nameless work a name that appears at the moment at which a work appears is that of its
// author: completions that hang on handing in are named in fives, and all that were there at the due time or the end once that is over.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { namelessSql, shownHandInsSql } from '../activity/anonymity.ts'
import { joinModule, overSql } from '../times/times-sql.ts'

/** Whether handing in completes an activity; what students mark as done themselves, without a work, is no hand-in. */
const completedByWorkSql = (a: string) => `(${a}.criterion_key = 'submitted' and (
  exists (select from submissions s where s.activity_id = ${a}.id and s.n > 0 and not s.trial)
  or exists (select from attempts t where t.activity_id = ${a}.id and not t.trial)))`

const namelessActivities = (condition: string) => `nameless as materialized (
    select a.id, ${overSql} as over, ${completedByWorkSql('a')} as by_work from activities a ${joinModule} where ${condition} and ${namelessSql('a')})`

/** Of the activities in `nameless`: first hand-ins, which stay when a work is returned to be handed in once more. */
const handInsSql = `
  select h.activity_id, person.id as person_id, date_trunc('day', min(h.at)) as day
  from ${shownHandInsSql(`(
    select n.id as activity_id, n.over, s.member_ids as people, v.submitted_at as at from nameless n
      join submissions s on s.activity_id = n.id and s.n > 0 and not s.trial join submission_versions v on v.submission_id = s.id and v.n = 1
    where n.by_work
    union all
    select n.id, n.over, array[t.person_id], min(t.submitted_at) from nameless n
      join attempts t on t.activity_id = n.id and t.state <> 'running' and not t.trial where n.by_work group by n.id, n.over, t.person_id)`)} h,
    unnest(h.people) as person(id)
  group by h.activity_id, person.id`

/** Person → day of the hand-ins to a nameless activity that are named; null where handing in does not complete it. */
export async function namedHandIns(tx: Tx, activity: string): Promise<Map<string, Date> | null> {
  const [completed] = await rows<{ by_work: boolean }>(
    tx,
    `select ${completedByWorkSql('a')} as by_work from activities a where a.id = $1`,
    activity,
  )
  if (!completed?.by_work) return null
  const found = await rows<{ person: string; day: Date }>(
    tx,
    `with ${namelessActivities('a.id = $1')} select h.person_id::text as person, h.day from (${handInsSql}) h`,
    activity,
  )
  return new Map(found.map(({ person, day }) => [person, day]))
}

/** `activity_id, person_id, completed_at` of course $1: every completion that counts and is named; of nameless activities by the day. */
export const namedCompletionsSql = `(
  with ${namelessActivities('a.course_id = $1')}
  select p.activity_id, p.person_id,
    case when p.activity_id = any(array(select id from nameless)) then date_trunc('day', p.completed_at) else p.completed_at end as completed_at
  from progress p
  where p.course_id = $1 and p.completed_at is not null and not p.trial and p.activity_id <> all(array(select id from nameless where by_work))
  union all
  ${handInsSql})`
