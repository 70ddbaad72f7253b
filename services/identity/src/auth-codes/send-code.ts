// The job that makes a code, stores its hash and sends it. A second run makes another one, and only the last holds.
import { one, run } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { AuthCode, Person } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import { deliver, fill } from '@lyceum/kit/messages/letter'
import { compose, readerOf } from '../mails/mails.ts'
import { mailTexts } from '../mails/texts.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { MessengerFailed } from '../workplace/messengers/messenger.ts'
import { findUser } from '../workplace/users.ts'
import type { SentBy, UniqueIdType } from './api.ts'
import { lifetime, maxPerHour, newCode, type Purpose } from './rules.ts'

type Row = Pick<SqlRow<AuthCode>, 'unique_id' | 'org_id'> &
  Pick<SqlRow<Person>, 'email'> & {
    purpose: Purpose
    unique_id_type: UniqueIdType
    person_id: string
    bound: string | null
    recent: number
  }

export async function sendCode({ job, deps, signal }: JobContext<Deps, { code: string }>): Promise<void> {
  const { db, mail, sms, now } = deps
  const id = job.payload.code
  const row = await one<Row>(
    db,
    `
    select c.purpose, c.unique_id_type, c.unique_id, c.person_id, c.org_id, p.email,
      case when p.mobile_verified_at is not null then p.mobile_phone end as bound,
      (select count(*)::int from auth_codes o where o.person_id = c.person_id and o.id <> c.id and o.created_at > $2::timestamptz - interval '1 hour') as recent
    from auth_codes c join persons p on p.id = c.person_id and not p.deleted
    where c.id = $1 and c.used_at is null and c.expires_at > $2::timestamptz`,
    id,
    now(),
  )
  // a caller who tries all numbers and addresses of a person in turn does not learn of the limit
  if (!row || row.recent >= maxPerHour) return
  const to = addressOf(row)
  const reader = await readerOf(db, row.person_id, row.org_id)
  if (!to || !reader) return
  const messenger =
    row.purpose === 'validate' && row.org_id ? await messengerFor(deps, row.org_id, row.person_id, job.tries, signal) : undefined
  const code = newCode()
  // earlier tries stay counted: else their number would reveal that the account exists
  const { count } = await db.authCode.updateMany({ where: { id, usedAt: null }, data: { phc: await hashPassword(code) } })
  if (count === 0) return
  const minutes = lifetime / 60
  const text = fill(reader.locale, mailTexts[reader.locale]['sms'], { code, minutes, org: reader.org })
  const note = (sentBy: SentBy, instead = false) => db.authCode.updateMany({ where: { id }, data: { sentBy, instead } })
  if (messenger && messenger !== 'failed') {
    try {
      await messenger.sendText(text)
      return void (await note('workplace'))
    } catch (error) {
      againOrInstead(error, job.tries)
    }
  }
  const instead = messenger !== undefined
  const address = instead && row.email ? { email: row.email } : to
  if ('email' in address) await deliver(mail.send(compose(instead ? 'codeInstead' : 'code', reader, address.email, { code, minutes })))
  else await deliver(sms.send({ to: address.phone, text }))
  await note('email' in address ? 'email' : 'mobile', instead)
}

/** Runs in which the messenger is tried: a code is awaited, and holds for some minutes only. */
const messengerTries = 2

/** Throws while another run may reach the messenger; beyond that the code goes elsewhere. */
function againOrInstead(error: unknown, tries: number): void {
  if (!(error instanceof MessengerFailed) || (error.passing && tries < messengerTries)) throw error
}

/** The messenger that knows the person; failed: it should have been, and did not answer. */
async function messengerFor(deps: Deps, org: string, person: string, tries: number, signal: AbortSignal) {
  try {
    const found = await findUser(deps, org, person, signal)
    return found && { sendText: (text: string) => found.messenger.sendText(found.user, text) }
  } catch (error) {
    againOrInstead(error, tries)
    return 'failed' as const
  }
}

/** The code goes to the number or address that it proves; else by the requested channel, else by the one that the person has. */
function addressOf({ purpose, unique_id_type, unique_id, bound, email }: Row): { email: string } | { phone: string } | undefined {
  if (purpose === 'bind_mobile') return { phone: unique_id }
  if (purpose === 'bind_email') return { email: unique_id }
  if (unique_id_type === 'mobile_phone') return bound ? { phone: bound } : undefined
  if (purpose === 'validate' && bound) return { phone: bound }
  return email ? { email } : bound ? { phone: bound } : undefined
}

/** Codes that ended a day ago, at most `size` at a time; answers how many they were. */
export const sweepCodes = ({ db, now }: Pick<Deps, 'db' | 'now'>, size: number): Promise<number> =>
  run(
    db,
    `delete from auth_codes where id in (select id from auth_codes where created_at < $1::timestamptz - interval '1 day' limit $2)`,
    now(),
    size,
  )
/** Links of e-mails that were sent three days ago, likewise. */
export const sweepLinks = ({ db, now }: Pick<Deps, 'db' | 'now'>, size: number): Promise<number> =>
  run(
    db,
    `delete from email_links where id in (select id from email_links where created_at < $1::timestamptz - interval '3 days' limit $2)`,
    now(),
    size,
  )
