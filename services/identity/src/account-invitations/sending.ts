// Sending of invitations: so many in an hour of each organisation, whoever restarts meanwhile. The token of a link is made as its mail is sent.
import { createHash } from 'node:crypto'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newToken } from '@lyceum/kit/ids'
import { PermanentFailure } from '@lyceum/kit/jobs/jobs'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'
import { deliver } from '@lyceum/kit/messages/letter'
import type { Deps } from '../deps.ts'
import { compose, readerOf } from '../mails/mails.ts'
import { activeSql } from '../memberships/active.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { days, mostTries, pauseMinutes, perHour, renewableDays } from './rules.ts'

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
type Waiting = { id: string; org: string; person: string; base: string; tries: number }

/** Mails that are sent at once, and of one organisation in one turn. */
const atOnce = 4
const turn = 100

/** Those that are due, within the number of an hour. */
const dueNow = (tx: Tx, now: Date): Promise<Waiting[]> =>
  rows(
    tx,
    `
    select i.id::text, i.org_id::text as org, i.person_id::text as person, i.base, i.tries::int as tries
    from (select distinct org_id from account_invitations where sent_at is null and failed_at is null and due_at <= $1) o
    cross join lateral (
      select * from account_invitations w where w.org_id = o.org_id and w.sent_at is null and w.failed_at is null and w.due_at <= $1
      order by w.urgent desc, w.due_at, w.id
      limit least($2::int, greatest(0, $3::int - (
        select count(*)::int from account_invitations s where s.org_id = o.org_id and s.sent_at > $1::timestamptz - interval '1 hour')))) i`,
    now,
    turn,
    perHour,
  )

/** Whether an invitation may reach its person: their account is this organisation's, and open there. */
export const mayBeInvited = `p.org_id = m.org_id and not p.deleted and ${activeSql('m')} and not ${isOperatorSql('p')}`

type Sending = Pick<Deps, 'sql' | 'mail' | 'now'>

/** Sends all that may be sent now. */
export async function sendInvitations(deps: Sending, signal?: AbortSignal): Promise<void> {
  const limited = limitConcurrency(atOnce)
  for (;;) {
    signal?.throwIfAborted()
    const due = await dueNow(deps.sql, deps.now())
    if (due.length === 0) return
    const sent = await Promise.all(due.map((one) => limited(() => sendOne(deps, one))))
    // where mail is away the others wait too, and lose no try
    if (sent.includes('later')) return
  }
}

async function sendOne({ sql, mail, now }: Sending, { id, org, person, base, tries }: Waiting): Promise<'sent' | 'never' | 'later'> {
  const reached = await one<{ email: string | null }>(
    sql,
    `select p.email from memberships m join persons p on p.id = m.person_id where m.person_id = $1 and m.org_id = $2 and ${mayBeInvited}`,
    person,
    org,
  )
  const reader = reached?.email ? await readerOf(sql, person, org) : undefined
  if (!reader?.email) {
    await run(sql, 'update account_invitations set failed_at = $2 where id = $1', id, now())
    return 'never'
  }
  const token = newToken()
  const at = now()
  // the mail goes out after its hash is there: a crash between both costs a second mail, never a dead link
  await run(
    sql,
    `update account_invitations set email = $2, hash = $3, expires_at = $4::timestamptz + make_interval(days => $5) where id = $1`,
    id,
    reader.email,
    hashOf(token),
    at,
    days,
  )
  try {
    // behind the hash sign: neither a server's log nor a referrer sees it
    await deliver(mail.send(compose('invitation', reader, reader.email, { link: `${base}/set-password#${token}`, days })))
  } catch (error) {
    const isLast = error instanceof PermanentFailure || tries + 1 >= mostTries
    await run(
      sql,
      `
      update account_invitations set tries = tries + 1, failed_at = case when $2 then $3::timestamptz end,
        due_at = $3::timestamptz + make_interval(mins => $4) where id = $1`,
      id,
      isLast,
      now(),
      Math.min(pauseMinutes.most, pauseMinutes.first * 2 ** tries),
    )
    return error instanceof PermanentFailure ? 'never' : 'later'
  }
  await run(sql, 'update account_invitations set sent_at = $2 where id = $1', id, now())
  return 'sent'
}

/** Deletes at most `size` that nothing can be done with any more. */
export const sweepInvitations = ({ sql, now }: Deps, size: number): Promise<number> =>
  run(
    sql,
    `
    delete from account_invitations where id in (select id from account_invitations
      where created_at < $1::timestamptz - make_interval(days => $2) and (sent_at is not null or failed_at is not null)
        and coalesce(sent_at, failed_at) < $1::timestamptz - make_interval(days => $2) limit $3)`,
    now(),
    days + renewableDays,
    size,
  )
