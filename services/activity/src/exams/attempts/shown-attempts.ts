// Attempts at a nameless exam that markers see already: who invigilates sees by name who hands in, so that answers appear in fives until it is over.
import { one, type Tx } from '@lyceum/kit/database/database'
import { shownHandInsSql } from '../../activity/anonymity.ts'
import { joinModule, overSql } from '../../times/times-sql.ts'

/** The ids of those of activity $1. */
export const shownAttemptsSql = `(select s.id from ${shownHandInsSql(`(
  select t.id, t.activity_id, t.submitted_at as at, ${overSql} as over from attempts t join activities a on a.id = t.activity_id ${joinModule}
  where t.activity_id = $1 and t.state <> 'running' and not t.trial)`)} s)`

/** The number of those that are not shown yet. */
export const countWaiting = async (tx: Tx, activity: string): Promise<number> =>
  (
    await one<{ n: number }>(
      tx,
      `select count(*)::int as n from attempts t where t.activity_id = $1 and t.state <> 'running' and not t.trial and t.id not in ${shownAttemptsSql}`,
      activity,
    )
  )?.n ?? 0
