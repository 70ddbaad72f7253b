// The job that sends a mail. Its id is in the Message-ID: if the process ends between the server's yes and the note of it, the mail goes out once
// more as the same one.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { JobContext, JobHandler } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'
import { refuseAddress } from '../mails/addresses.ts'
import { type Composed, composeMail, type WaitingMail } from '../mails/compose.ts'
import { scheduleMail } from '../schedule/schedule.ts'

type State = 'sent' | 'given_up' | 'refused' | 'not_sent'

async function sendMail({ job, deps, done }: JobContext<Deps, Jobs['sendMail']>): Promise<void> {
  const { db, mail: mailer, now } = deps
  const mail = await one<WaitingMail>(
    db,
    `select id::text, person_id::text as person, org_id::text as org, notification_ids::text[] as notifications,
       case when forced then notification_ids else forced_ids end::text[] as forced
     from mails where id = $1 and state = 'waiting'`,
    job.payload.mail,
  )
  if (!mail) return
  const composed = await composeMail(db, deps, mail)
  let state: State = 'not_sent'
  let refused: string | undefined
  if (composed) {
    try {
      await mailer.send(composed.mail)
      state = 'sent'
    } catch (error) {
      refused = (error as { refused?: string }).refused
      // neither the address nor the text may reach the log by way of the error
      if (refused === undefined) throw new Error(`it could not be sent: ${(error as { code?: string }).code ?? 'no answer'}`)
      state = 'refused'
    }
  }
  await db.$transaction(async (tx) => {
    await done(tx)
    if (composed && refused !== undefined)
      await refuseAddress(tx, { person: mail.person, address: composed.mail.to, reason: refused, at: now() })
    if (composed && state === 'sent') await noteMailed(tx, composed.mailed)
    await end(tx, deps, mail, state)
  })
}

/** Notifications that have grown since the mail was composed are for the next one. */
const noteMailed = (tx: Tx, mailed: Composed['mailed']) =>
  run(
    tx,
    `update notifications n set mailed = greatest(n.mailed, m.count)
     from (select m.id, m.count from jsonb_to_recordset($1::jsonb) as m(id uuid, count int) order by m.id) m where n.id = m.id`,
    JSON.stringify(mailed),
  )

/** Days after which a notification is no news in a mail. */
const freshDays = 7

/** A mail that could not be sent waits for the next mail, unless it is old, or was read meanwhile. */
const waitAgain = (tx: Tx, deps: Deps, id: string) =>
  run(
    tx,
    `
    insert into waiting (notification_id, channel, person_id, org_id, forced, created_at)
    select n.id, 'mail', m.person_id, m.org_id, m.forced or n.id = any(m.forced_ids), $2
    from mails m join notifications n on n.id = any(m.notification_ids) and n.person_id = m.person_id
    where m.id = $1 and (n.read_at is null or m.forced or n.id = any(m.forced_ids))
      and n.created_at > $2::timestamptz - interval '${freshDays} days'
    on conflict do nothing`,
    id,
    deps.now(),
  )

async function end(tx: Tx, deps: Deps, { id, person, org }: Pick<WaitingMail, 'id' | 'person' | 'org'>, state: State): Promise<void> {
  await run(tx, 'update mails set state = $2, ended_at = $3 where id = $1', id, state, deps.now())
  await scheduleMail(tx, deps, person, org)
}

const minute = 60_000
export const mailSending: JobHandler<Deps, Jobs['sendMail']> = {
  run: sendMail,
  concurrent: 4,
  // half a minute, doubling to an hour: for a day
  backoff: (tries) => Math.min(60 * minute, (minute / 2) * 2 ** (tries - 1)),
  maxTries: 30,
  async dead({ job, deps }) {
    await deps.db.$transaction(async (tx) => {
      const mail = await one<Pick<WaitingMail, 'id' | 'person' | 'org'>>(
        tx,
        `select id::text, person_id::text as person, org_id::text as org from mails where id = $1 and state = 'waiting'`,
        job.payload.mail,
      )
      if (!mail) return
      await waitAgain(tx, deps, mail.id)
      await end(tx, deps, mail, 'given_up')
    })
  },
}

/** Deletes ended mails that are older than 30 days; returns their number. */
export const purgeMails = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from mails where id in (
       select id from mails where ended_at < $1::timestamptz - interval '30 days' order by ended_at limit $2)`,
    now.toISOString(),
    size,
  )
