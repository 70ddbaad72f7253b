// Links of invitations: whom they open, a password by them, and another one in place of one that has expired.
import { one, run } from '@lyceum/kit/database/database'
import { refused, tooMany } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { maxPerHour, resendAfter } from '../auth-codes/rules.ts'
import type { Deps } from '../deps.ts'
import { writePassword } from '../passwords/passwords.ts'
import { checkPassword, type Owner } from '../passwords/rules.ts'
import { renewableDays } from './rules.ts'
import { hashOf, mayBeInvited } from './sending.ts'

type Row = Owner & {
  id: string
  org_id: string
  person: string
  base: string
  org: string
  expires_at: Date
  used_at: Date | null
  has_password: boolean
}

/**
 * 422 invitation.unknown for a link that leads nowhere: of an address that is no longer the person's, of somebody who is suspended or no more of the
 * organisation; invitation.used where a password was set by it, or by a later one.
 */
async function linkOf({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<Row> {
  const row = await one<Row>(
    db,
    `
    select i.id::text, i.org_id::text, i.person_id::text as person, i.base, o.name as org, i.expires_at, i.used_at, p.name, p.user_no, p.email, p.mobile_phone,
      exists (select from passwords w where w.person_id = p.id) as has_password
    from account_invitations i join persons p on p.id = i.person_id and p.email = i.email
    join memberships m on m.person_id = i.person_id and m.org_id = i.org_id join organisations o on o.id = i.org_id
    where i.hash = $1 and ${mayBeInvited}`,
    hashOf(token),
  )
  if (!row || row.expires_at.getTime() + renewableDays * 86_400_000 < now().getTime()) throw refused(422, 'invitation.unknown')
  if (row.used_at) throw refused(422, 'invitation.used')
  return row
}

/** 422 invitation.expired too. */
async function openLink(deps: Deps, token: string): Promise<Row> {
  const row = await linkOf(deps, token)
  if (row.expires_at <= deps.now()) throw refused(422, 'invitation.expired')
  return row
}

export async function readInvitation(deps: Deps, token: string) {
  const { name, email, org, expires_at } = await openLink(deps, token)
  return { name, login: email ?? '', org, expires_at: expires_at.toISOString() }
}

/** A refused password leaves the link as it is. The address is proven by it; other links of the person end. */
export async function acceptInvitation(deps: Deps, { token, new_password }: { token: string; new_password: string }) {
  const row = await openLink(deps, token)
  checkPassword(new_password, row)
  return await writePassword(deps, {
    person: row.person,
    org: row.org_id,
    password: new_password,
    // of a first password nobody needs to be warned
    quiet: !row.has_password,
    async useCode({ db }) {
      const used = await run(
        db,
        'update account_invitations set used_at = $2 where id = $1 and used_at is null and expires_at > $2',
        row.id,
        deps.now(),
      )
      if (used === 0) throw refused(422, 'invitation.used')
      await run(
        db,
        'update account_invitations set used_at = $2 where person_id = $1 and used_at is null and sent_at is not null',
        row.person,
        deps.now(),
      )
      await run(db, 'update persons set email_verified_at = coalesce(email_verified_at, $2) where id = $1', row.person, deps.now())
    },
  })
}

/** 429 within a minute of the last one and after ten in an hour. Of a link that still works too: its mail may be lost. */
export async function renewInvitation(deps: Deps, token: string): Promise<{ resend_in: number }> {
  const { db, now } = deps
  const { org_id, person, base } = await linkOf(deps, token)
  await one(db, 'select from persons where id = $1 for update', person)
  const recent = await one<{ last: Date | null; n: number }>(
    db,
    `select max(created_at) as last, count(*)::int as n from account_invitations where person_id = $1 and urgent and created_at > $2::timestamptz - interval '1 hour'`,
    person,
    now(),
  )
  const elapsed = recent?.last ? (now().getTime() - recent.last.getTime()) / 1000 : Number.POSITIVE_INFINITY
  if (elapsed < resendAfter) throw tooMany(Math.max(1, Math.ceil(resendAfter - elapsed)), 'authCode.tooSoon')
  if ((recent?.n ?? 0) >= maxPerHour) throw tooMany(3600, 'authCode.tooMany')
  await run(
    db,
    `
    insert into account_invitations (id, org_id, person_id, base, urgent, created_at, due_at) values ($1, $2, $3, $4, true, $5, $5)
    on conflict (org_id, person_id) where sent_at is null and failed_at is null do update set urgent = true, due_at = least(account_invitations.due_at, excluded.due_at)`,
    newId(),
    org_id,
    person,
    base,
    now(),
  )
  return { resend_in: resendAfter }
}
