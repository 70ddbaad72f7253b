// Trials: what somebody does in an activity who is no student of its course counts nowhere, and goes after a week.
import { run, type Tx } from '@lyceum/kit/database/database'

/** Deletes trials that began a week ago and are not in use, at most `size` at a time; returns their number. */
export const deleteTrials = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `
    delete from progress where trial and (activity_id, person_id) in (
      select activity_id, person_id from progress where trial and first_seen_at < $1::timestamptz - interval '7 days'
        and last_seen_at < $1::timestamptz - interval '1 day' limit $2 for update)`,
    now,
    size,
  )
