// The job that sends a mail. Its id is in the Message-ID: if the process ends between the server's yes and the note of it, the mail goes out once
// more as the same one.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { JobContext, JobHandler } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'
import { refuseAddress } from '../mails/addresses.ts'
import { composeMail, type WaitingMail } from '../mails/compose.ts'
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
      await mailer.send(composed)
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
      await refuseAddress(tx, { person: mail.person, address: composed.to, reason: refused, at: now() })
    await end(tx, deps, mail, state)
  })
}

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
      if (mail) await end(tx, deps, mail, 'given_up')
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
