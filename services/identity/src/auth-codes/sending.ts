// The job behind a code: makes it, keeps its hash, sends it. A second run makes another one, and only the last holds.
import { one } from '@lyceum/kit/db'
import type { JobContext } from '@lyceum/kit/jobs'
import type { Deps } from '../deps.ts'
import { compose, deliver, fill, readerOf } from '../mails/mails.ts'
import { mailTexts } from '../mails/texts.ts'
import { hashPassword } from '../sessions/passwords.ts'
import type { UniqueIdType } from './api.ts'
import { lifetime, mostAnHour, newCode, type Purpose } from './rules.ts'

type Row = {
  purpose: Purpose
  unique_id_type: UniqueIdType
  unique_id: string
  person_id: string
  org_id: string | null
  bound: string | null
  email: string | null
  lately: number
}

export async function sendCode({ job, deps }: JobContext<Deps, { code: string }>): Promise<void> {
  const { db, mail, sms, now } = deps
  const id = job.payload.code
  const row = await one<Row>(
    db,
    `
    select c.purpose, c.unique_id_type, c.unique_id, c.person_id::text, c.org_id::text, p.email,
      case when p.mobile_verified_at is not null then p.mobile_phone end as bound,
      (select count(*)::int from auth_codes o where o.person_id = c.person_id and o.id <> c.id and o.created_at > $2::timestamptz - interval '1 hour') as lately
    from auth_codes c join persons p on p.id = c.person_id and not p.deleted
    where c.id = $1::uuid and c.used_at is null and c.expires_at > $2::timestamptz`,
    id,
    now(),
  )
  // whoever asks in another's name by all their numbers and addresses in turn is not told that it is enough
  if (!row || row.lately >= mostAnHour) return
  const to = addressOf(row)
  const reader = await readerOf(db, row.person_id, row.org_id)
  if (!to || !reader) return
  const code = newCode()
  // tries made before it came stay counted: else their number would tell that somebody is known
  const kept = await db.$executeRawUnsafe(
    'update auth_codes set phc = $2 where id = $1::uuid and used_at is null',
    id,
    await hashPassword(code),
  )
  if (kept === 0) return
  const minutes = lifetime / 60
  if ('email' in to) await deliver(mail.send(compose('code', reader, to.email, { code, minutes })))
  else
    await deliver(
      sms.send({ to: to.phone, text: fill(reader.locale, mailTexts[reader.locale]['sms'], { code, minutes, org: reader.org }) }),
    )
}

/** What is to be proven is where it goes; otherwise the way that was asked for, else whichever there is. */
function addressOf({ purpose, unique_id_type, unique_id, bound, email }: Row): { email: string } | { phone: string } | undefined {
  if (purpose === 'bind_mobile') return { phone: unique_id }
  if (purpose === 'bind_email') return { email: unique_id }
  if (unique_id_type === 'mobile_phone') return bound ? { phone: bound } : undefined
  if (purpose === 'validate' && bound) return { phone: bound }
  return email ? { email } : bound ? { phone: bound } : undefined
}

/** Codes and links that ended a day ago, at most 5000 of each at a time; answers how many went. */
export const sweepCodes = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.$executeRawUnsafe(
    `delete from auth_codes where id in (select id from auth_codes where created_at < $1::timestamptz - interval '1 day' limit 5000)`,
    now(),
  )) +
  (await db.$executeRawUnsafe(
    `delete from email_links where id in (select id from email_links where created_at < $1::timestamptz - interval '3 days' limit 5000)`,
    now(),
  ))
