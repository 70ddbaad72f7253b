// Anonymity of work: markers learn names of an anonymous activity once its scores are released, which are released together.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { coarseHandIn } from './work-rules.ts'

/** Whether anybody sees a score of the activity. */
export const isReleased = async (tx: Tx, activity: Pick<Activity, 'id'>): Promise<boolean> =>
  (await one(
    tx,
    'select from score_items i join scores s on s.item_id = i.id where i.activity_id = $1 and not i.deleted and s.released limit 1',
    activity.id,
  )) !== undefined

export const isNameless = async (tx: Tx, activity: Pick<Activity, 'id' | 'anonymous'>): Promise<boolean> =>
  activity.anonymous && !(await isReleased(tx, activity))

/** The same of activities `a` in SQL. */
export const namelessSql = (a: string) => `(${a}.anonymous and not exists (
  select from score_items i join scores s on s.item_id = i.id where i.activity_id = ${a}.id and not i.deleted and s.released))`

/** Hand-ins of nameless work that become visible together, so that none stands for one name. */
const together = 5
/**
 * Rows of a subquery with `activity_id`, `over` and `at` that are shown already: what was handed in until `over`, and of the rest whole fives, by the
 * time at which they came.
 */
export const shownHandInsSql = (handIns: string) => `(
  select c.* from (
    select f.*, row_number() over (partition by f.activity_id, f.at <= f.over order by f.at) as nth,
      count(*) over (partition by f.activity_id, f.at <= f.over) as many
    from ${handIns} f) c
  where c.at <= c.over or c.nth <= c.many - c.many % ${together})`

/** The time zone of the days of a course. */
export const zoneOf = async (tx: Tx, course: string): Promise<string> =>
  (
    await one<{ zone: string | null }>(
      tx,
      `select coalesce(c.time_zone, o.settings ->> 'time_zone') as zone from mirror.courses c left join mirror.orgs o on o.id = c.org_id where c.id = $1`,
      course,
    )
  )?.zone || 'UTC'

/** When work was handed in, and how late it was, as who marks it reads it. */
export type HandInShown = (at: Date, late: number) => { submitted_at: string; late_seconds: number }

export async function handInsOf(
  tx: Tx,
  { courseId, dueTime, endTime }: Pick<Activity, 'courseId' | 'dueTime' | 'endTime'>,
  nameless: boolean,
): Promise<HandInShown> {
  if (!nameless) return (at, late) => ({ submitted_at: at.toISOString(), late_seconds: late })
  const general = { dueTime, endTime, zone: await zoneOf(tx, courseId) }
  return (at, late) => {
    const shown = coarseHandIn(at, late, general)
    return { submitted_at: shown.at.toISOString(), late_seconds: shown.late }
  }
}
