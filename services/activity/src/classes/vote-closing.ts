// The end of a vote, by its button, its time or the end of its class: one function. Afterwards no answer of an anonymous vote is anybody's.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { hereFor } from './people.ts'

/** Milliseconds after its time in which an answer that was under way still counts. */
export const voteGrace = 3000

/** People who are in the class of vote `v` at a parameter's time, never fewer than have answered. */
export const presentSql = (now: string) => `greatest((select count(*) from vote_answers a where a.vote_id = v.id),
  (select count(*) from class_people p where p.session_id = v.session_id and p.seen_at > ${now}::timestamptz - interval '${hereFor} milliseconds'))::int`

/**
 * Closes a vote unless it is closed: the secret of an anonymous one goes, and its answers are written anew in an order by chance, for whoever reads the
 * tables. The session is locked by the caller, who emits it. `due`: only if its time is over. Returns whether it did.
 */
export async function closeVote(tx: Tx, id: string, now: Date, { due = false } = {}): Promise<boolean> {
  const sql = tx
  // answers under way hold the row until they are written: what counts them comes after it
  const closed = await one<{ anonymous: boolean }>(
    sql,
    `update votes v set state = 'closed', closed_at = $2, secret = null, version = ${nextVersion('v.version')}
     where v.id = $1 and v.state = 'open' and (not $3::bool or v.closes_at <= $2::timestamptz) returning v.anonymous`,
    id,
    now,
    due,
  )
  if (!closed) return false
  await run(sql, `update votes v set asked = ${presentSql('$2')} where v.id = $1`, id, now)
  if (closed.anonymous)
    await run(
      sql,
      `with gone as (delete from vote_answers where vote_id = $1 returning answer)
       insert into vote_answers (vote_id, voter, seq, answer) select $1::uuid, uuid_send(gen_random_uuid()), 1, answer from gone order by random()`,
      id,
    )
  return true
}

/** Locks the session of a vote, as the end of the class does first. */
export const lockVoteSession = (tx: Tx, vote: string): Promise<unknown> =>
  run(tx, 'select from class_sessions where id = (select session_id from votes where id = $1) for no key update', vote)
