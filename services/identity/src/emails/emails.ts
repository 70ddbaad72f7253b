// Proving an e-mail address by a link. The token is made by the job that sends it and kept as sha256; it works once, for a day, and
// only while the address is still the person's.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { conflict, refused, tooMany } from '@lyceum/kit/errors'
import { newId, newToken } from '@lyceum/kit/ids'
import { enqueue, type JobContext } from '@lyceum/kit/jobs'
import { mostAnHour, resendAfter } from '../auth-codes/rules.ts'
import type { Deps } from '../deps.ts'
import type { fromOf } from '../from.ts'
import { compose, deliver, readerOf } from '../mails/mails.ts'

const hours = 24
const sha256 = (token: string) => createHash('sha256').update(token).digest()

type Kind = 'verify' | 'welcome'

/** 409 email.missing or email.verified; 429 within a minute of the last one and after ten in an hour. */
export async function sendLink(deps: Deps, actor: Actor, kind: Kind, from: ReturnType<typeof fromOf>) {
  const { db, now, config } = deps
  const person = await one<{ email: string | null; email_verified_at: Date | null; last: Date | null; n: number }>(
    db,
    `
    select p.email, p.email_verified_at, max(l.created_at) as last, count(l.id)::int as n from (select * from persons where id = $1::uuid for update) p
    left join email_links l on l.person_id = p.id and l.kind = $3 and l.created_at > $2::timestamptz - interval '1 hour' group by p.email, p.email_verified_at`,
    actor.person,
    now(),
    kind,
  )
  if (!person?.email) throw conflict('email.missing')
  if (person.email_verified_at) throw conflict('email.verified')
  const at = now()
  const since = person.last ? (at.getTime() - person.last.getTime()) / 1000 : Number.POSITIVE_INFINITY
  if (since < resendAfter) throw tooMany(Math.max(1, Math.ceil(resendAfter - since)), 'authCode.tooSoon')
  if (person.n >= mostAnHour) throw tooMany(3600, 'authCode.tooMany')
  const id = newId()
  const expiresAt = new Date(at.getTime() + hours * 3_600_000)
  await db.emailLink.create({ data: { id, orgId: actor.org, personId: actor.person, kind, email: person.email, createdAt: at, expiresAt } })
  const base = config.publicUrl ?? `${from.protocol}://${from.host}`
  await enqueue(db, { kind: 'identity.sendLink', key: `link:${id}`, payload: { link: id, base } })
  return { email: person.email, resend_in: resendAfter }
}

export async function sendEmailLink({ job, deps }: JobContext<Deps, { link: string; base: string }>): Promise<void> {
  const { link: id, base } = job.payload
  const row = await deps.db.emailLink.findUnique({ where: { id } })
  const reader = row && !row.usedAt && row.expiresAt > deps.now() ? await readerOf(deps.db, row.personId, row.orgId) : undefined
  if (!row || !reader || reader.email !== row.email) return
  const token = newToken()
  await deps.db.emailLink.update({ where: { id }, data: { hash: sha256(token) } })
  // behind the hash: neither a server's log nor a referrer sees it
  await deliver(deps.mail.send(compose(row.kind as Kind, reader, row.email, { link: `${base}/verify-email#${token}`, hours })))
}

/** 422 verification.expired for one that is unknown, used, too old, or of an address that is no longer the person's. */
export async function verifyEmail({ db, now }: Deps, token: string): Promise<{ email: string }> {
  const used = await one<{ email: string; person_id: string }>(
    db,
    `
    update email_links l set used_at = $2::timestamptz from persons p
    where l.hash = $1 and l.used_at is null and l.expires_at > $2::timestamptz and p.id = l.person_id and p.email = l.email and not p.deleted
    returning l.email, l.person_id::text`,
    sha256(token),
    now(),
  )
  if (!used) throw refused(422, 'verification.expired')
  await db.person.update({ where: { id: used.person_id }, data: { emailVerifiedAt: now() } })
  return { email: used.email }
}
