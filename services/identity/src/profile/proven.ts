// What a person adds to the account by a code: a number, an address, an organisation.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { conflict, Problem, tooMany } from '@lyceum/kit/errors'
import { checkCode, type From, spendCode } from '../auth-codes/auth-codes.ts'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { noticeBy } from '../mails/mails.ts'
import { closedDemo } from '../organisations/rules.ts'
import type { OrgRole } from '../persons/api.ts'
import { tellPerson } from '../tell.ts'
import type { Profile } from './api.ts'
import { profile, raiseVersion } from './profile.ts'

const isTaken = (error: unknown) =>
  /P2002|23505|[Uu]nique constraint/.test(`${(error as { code?: string }).code} ${(error as Error).message}`)

/** 409 mobile.taken when another person has proven the same number; only who holds it can learn so. */
export async function bindMobile(
  deps: Deps,
  actor: Actor,
  given: { mobile_phone: string; auth_code: string },
  from: From,
): Promise<Profile> {
  const phone = asPhone(given.mobile_phone, 'mobile_phone')
  const proven = await checkCode(
    deps,
    actor,
    { unique_id: phone, unique_id_type: 'mobile_phone', code: given.auth_code },
    'auth_code',
    from,
  )
  return await inTransaction(deps, async (inside) => {
    await spendCode(inside, proven, 'auth_code')
    await inside.db.person.update({ where: { id: actor.person }, data: { mobilePhone: phone, mobileVerifiedAt: deps.now() } })
    await raiseVersion(inside, actor.person)
    return await profile(inside, actor)
  }).catch((error) => {
    throw isTaken(error) ? conflict('mobile.taken') : error
  })
}

/** 409 email.taken likewise. The address before is told, so that nobody loses an account unnoticed. */
export async function changeEmail(deps: Deps, actor: Actor, given: { email: string; auth_code: string }, from: From): Promise<Profile> {
  const email = asEmail(given.email, 'email')
  const proven = await checkCode(deps, actor, { unique_id: email, unique_id_type: 'email', code: given.auth_code }, 'auth_code', from)
  return await inTransaction(deps, async (inside) => {
    await spendCode(inside, proven, 'auth_code')
    const before = await inside.db.person.findUnique({ where: { id: actor.person }, select: { email: true } })
    await inside.db.person.update({ where: { id: actor.person }, data: { email, emailVerifiedAt: deps.now() } })
    if (before?.email && before.email !== email)
      await noticeBy(inside.db, { kind: 'emailChanged', person: actor.person, org: actor.org, to: before.email })
    await tellPerson(inside.db, actor.person)
    return await profile(inside, actor)
  }).catch((error) => {
    throw isTaken(error) ? conflict('email.taken') : error
  })
}

const guesses = 10

/** 422 associationCode.unknown; 403 demo.closed into a demo school and for its people; ten guesses in ten minutes. Who is a member already stays what they are. */
export async function associate(deps: Deps, actor: Actor, typed: string) {
  const key = `association:${createHash('sha256').update(actor.person).digest('base64url').slice(0, 22)}`
  if ((await deps.kv.incr(key, 600)) > guesses) throw tooMany(600)
  const code = typed.replace(/\s/g, '').toUpperCase()
  return await inTransaction(deps, async ({ db }) => {
    const found = await one<{ id: string; name: string; closed: boolean }>(
      db,
      `select o.id::text, o.name, coalesce((o.settings->>'demo')::boolean, false) or p.made_by_demo as closed
       from organisations o join persons p on p.id = $2::uuid where o.association_code = $1 and not o.deleted`,
      code,
      actor.person,
    )
    if (!found) throw new Problem(422, 'associationCode.unknown', { fields: { association_code: 'associationCode.unknown' } })
    const { closed, ...org } = found
    if (closed) throw closedDemo()
    const made = await db.$executeRawUnsafe(
      `insert into memberships (person_id, org_id, roles) values ($1::uuid, $2::uuid, '{student}') on conflict do nothing`,
      actor.person,
      org.id,
    )
    if (made > 0) await tellPerson(db, actor.person)
    const member = await one<{ roles: OrgRole[] }>(
      db,
      'select roles from memberships where person_id = $1::uuid and org_id = $2::uuid',
      actor.person,
      org.id,
    )
    return { org, roles: member?.roles ?? [] }
  })
}
