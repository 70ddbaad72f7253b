// Proving an e-mail address by a link. The job that sends the token makes it and stores its sha256; it works once, for a day, and
// only while the address is still the person's.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, refused, tooMany } from '@lyceum/kit/calls/errors'
import { newId, newToken } from '@lyceum/kit/ids'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue } from '../jobs.ts'
import type { EmailLink, Person } from '../generated/client.ts'
import { maxPerHour, resendAfter } from '../auth-codes/rules.ts'
import type { Deps } from '../deps.ts'
import type { requestOrigin } from '@lyceum/kit/http/request-origin'
import { deliver } from '@lyceum/kit/messages/letter'
import { compose, readerOf } from '../mails/mails.ts'

const hours = 24
const sha256 = (token: string) => createHash('sha256').update(token).digest()

type Kind = 'verify' | 'welcome'

/** 409 email.missing or email.verified; 429 within a minute of the last one and after ten in an hour. */
export async function sendLink(deps: Deps, actor: Actor, kind: Kind, origin: ReturnType<typeof requestOrigin>) {
  const { db, now, config } = deps
  const person = await one<Pick<SqlRow<Person>, 'email' | 'email_verified_at'> & { last: Date | null; n: number }>(
    db,
    `
    select p.email, p.email_verified_at, max(l.created_at) as last, count(l.id)::int as n from (select * from persons where id = $1 for update) p
    left join email_links l on l.person_id = p.id and l.kind = $3 and l.created_at > $2::timestamptz - interval '1 hour' group by p.email, p.email_verified_at`,
    actor.person,
    now(),
    kind,
  )
  if (!person?.email) throw conflict('email.missing')
  if (person.email_verified_at) throw conflict('email.verified')
  const createdAt = now()
  const elapsed = person.last ? (createdAt.getTime() - person.last.getTime()) / 1000 : Number.POSITIVE_INFINITY
  if (elapsed < resendAfter) throw tooMany(Math.max(1, Math.ceil(resendAfter - elapsed)), 'authCode.tooSoon')
  if (person.n >= maxPerHour) throw tooMany(3600, 'authCode.tooMany')
  const id = newId()
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000)
  await db.emailLink.create({ data: { id, orgId: actor.org, personId: actor.person, kind, email: person.email, createdAt, expiresAt } })
  await enqueue(db, { kind: 'sendEmailLink', key: `link:${id}`, payload: { link: id, base: siteOf(config, origin) } })
  return { email: person.email, resend_in: resendAfter }
}

/** The welcome of an account that somebody else has made. */
export async function welcome(
  { db, now, config }: Deps,
  { org, person, email }: { org: string; person: string; email: string },
  origin: ReturnType<typeof requestOrigin>,
): Promise<void> {
  const id = newId()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000)
  await db.emailLink.create({ data: { id, orgId: org, personId: person, kind: 'welcome', email, createdAt, expiresAt } })
  await enqueue(db, { kind: 'sendEmailLink', key: `link:${id}`, payload: { link: id, base: siteOf(config, origin) } })
}
export const siteOf = ({ publicUrl }: Deps['config'], { protocol, host }: ReturnType<typeof requestOrigin>) =>
  publicUrl ?? `${protocol}://${host}`

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
  const link = await one<Pick<SqlRow<EmailLink>, 'email' | 'person_id'>>(
    db,
    `
    update email_links l set used_at = $2 from persons p
    where l.hash = $1 and l.used_at is null and l.expires_at > $2 and p.id = l.person_id and p.email = l.email and not p.deleted
    returning l.email, l.person_id`,
    sha256(token),
    now(),
  )
  if (!link) throw refused(422, 'verification.expired')
  await db.person.update({ where: { id: link.person_id }, data: { emailVerifiedAt: now() } })
  return { email: link.email }
}
