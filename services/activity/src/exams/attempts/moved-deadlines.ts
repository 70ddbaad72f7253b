// Running attempts follow their terms: more time for a person, another limit, a later closing time. Nobody gets less than was promised, and time
// that was added and pauses stay.
import { context } from '@lyceum/kit/calls/context'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { closes, joinTimes } from '../../times/times-sql.ts'
import { noteEvents } from './attempt-events.ts'
import { acceptUntil, deadlineFrom, minute } from './rules.ts'

type Running = {
  id: string
  started_at: Date
  deadline: Date
  terms_deadline: Date | null
  closes: Date | null
  limit_minutes: number | null
  grace_minutes: number
  /** Its time has run out while its exam is paused for everybody: more time makes it a paused one. */
  waits: boolean
}
/** So many minutes more come of a limit that is taken away: the log then says no number. */
const mostNoted = 1440

/** After a change of what holds in these activities, for these people or for everybody; in its transaction. */
export async function moveDeadlines(db: Tx, activities: readonly string[], persons: readonly string[] | null): Promise<void> {
  const tx = db
  const now = new Date()
  const running = await rows<Running>(
    tx,
    `
    select r.id::text, r.started_at, r.deadline, r.terms_deadline, ${closes} as closes,
      coalesce(t.limit_minutes, (a.settings ->> 'limit_minutes')::int) as limit_minutes,
      coalesce((a.settings ->> 'grace_minutes')::int, 0) as grace_minutes,
      r.paused_at is null and r.accept_until < $3 and not r.trial and exists (
        select from exam_access e where e.activity_id = a.id and e.paused_at is not null) as waits
    from attempts r join activities a on a.id = r.activity_id ${joinTimes('r.person_id')}
    where r.state = 'running' and r.activity_id = any($1) and ($2::uuid[] is null or r.person_id = any($2)) order by r.id for update of r`,
    activities,
    persons,
    now,
  )
  const moved = running.flatMap(({ id, started_at, deadline, terms_deadline, waits, ...terms }) => {
    const next = deadlineFrom(started_at, { limitMinutes: terms.limit_minutes, closes: terms.closes, graceMinutes: terms.grace_minutes })
    const more = next.getTime() - (terms_deadline ?? deadline).getTime()
    if (more <= 0) return []
    const later = new Date(deadline.getTime() + more)
    const minutes = Math.round(more / minute)
    const note = minutes <= mostNoted ? { minutes } : {}
    return [{ id, deadline: later, accept_until: acceptUntil(later), terms_deadline: next, paused_at: waits ? now : null, note }]
  })
  if (moved.length === 0) return
  await run(
    tx,
    `
    update attempts a set deadline = m.deadline, accept_until = m.accept_until, terms_deadline = m.terms_deadline,
      paused_at = coalesce(a.paused_at, m.paused_at), version = ${nextVersion('a.version')}
    from jsonb_to_recordset($1::text::jsonb) as m(id uuid, deadline timestamptz, accept_until timestamptz, terms_deadline timestamptz, paused_at timestamptz)
    where a.id = m.id`,
    JSON.stringify(moved),
  )
  await noteEvents(tx, moved, 'times_moved', context()?.actor?.person || null, now)
  const waiting = moved.filter(({ paused_at }) => paused_at !== null).map(({ id }) => ({ id }))
  if (waiting.length > 0) await noteEvents(tx, waiting, 'paused', null, now)
}
