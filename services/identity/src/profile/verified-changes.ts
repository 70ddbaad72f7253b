// Changes of an account that a code proves: mobile number, e-mail address, organisation.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one } from '@lyceum/kit/database/database'
import { conflict, Problem, refused, tooMany } from '@lyceum/kit/calls/errors'
import { checkCode, type RequestOrigin, markCodeUsed } from '../auth-codes/auth-codes.ts'
import { asEmail, asPhone } from '../auth-codes/rules.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { enqueueNotice } from '../mails/mails.ts'
import { activeSql } from '../memberships/active.ts'
import { addMember } from '../memberships/add-member.ts'
import { demoClosed } from '../organisations/rules.ts'
import type { OrgRole } from '../persons/api.ts'
import { emitPersonChanged } from '../facts.ts'
import { pinFields } from '../keepers/keepers.ts'
import type { Profile } from './api.ts'
import { profile, raiseVersion } from './profile.ts'

const isUniqueViolation = (error: unknown) =>
  /P2002|23505|[Uu]nique constraint/.test(`${(error as { code?: string }).code} ${(error as Error).message}`)

/** 409 mobile.taken when another person has proven the same number; only the number's holder learns so. */
export async function bindMobile(
  deps: Deps,
  actor: Actor,
  draft: { mobile_phone: string; auth_code: string },
  origin: RequestOrigin,
): Promise<Profile> {
  const phone = asPhone(draft.mobile_phone, 'mobile_phone')
  const proof = await checkCode(
    deps,
    actor,
    { unique_id: phone, unique_id_type: 'mobile_phone', code: draft.auth_code },
    'auth_code',
    origin,
  )
  return await inTransaction(deps, async (txDeps) => {
    await markCodeUsed(txDeps, proof, 'auth_code')
    await txDeps.db.person.update({ where: { id: actor.person }, data: { mobilePhone: phone, mobileVerifiedAt: deps.now() } })
    await pinOwn(txDeps, actor.person, 'mobile_phone')
    await raiseVersion(txDeps, actor.person)
    return await profile(txDeps, actor)
  }).catch((error) => {
    throw isUniqueViolation(error) ? conflict('mobile.taken') : error
  })
}

/** 409 email.taken likewise. A mail goes to the previous address, so that an account is not lost unnoticed. */
export async function changeEmail(
  deps: Deps,
  actor: Actor,
  draft: { email: string; auth_code: string },
  origin: RequestOrigin,
): Promise<Profile> {
  const email = asEmail(draft.email, 'email')
  const proof = await checkCode(deps, actor, { unique_id: email, unique_id_type: 'email', code: draft.auth_code }, 'auth_code', origin)
  return await inTransaction(deps, async (txDeps) => {
    await markCodeUsed(txDeps, proof, 'auth_code')
    const previous = await txDeps.db.person.findUnique({ where: { id: actor.person }, select: { email: true } })
    await txDeps.db.person.update({ where: { id: actor.person }, data: { email, emailVerifiedAt: deps.now() } })
    if (previous?.email && previous.email !== email)
      await enqueueNotice(txDeps.db, { kind: 'emailChanged', person: actor.person, org: actor.org, to: previous.email })
    await pinOwn(txDeps, actor.person, 'email')
    await emitPersonChanged(txDeps.db, actor.person)
    return await profile(txDeps, actor)
  }).catch((error) => {
    throw isUniqueViolation(error) ? conflict('email.taken') : error
  })
}

/** A field of the account is kept in the organisation that has made it. */
async function pinOwn({ db }: Pick<Deps, 'db'>, person: string, field: string): Promise<void> {
  const own = await one<{ org: string }>(db, 'select org_id::text as org from persons where id = $1', person)
  if (own) await pinFields(db, { org: own.org, kind: 'person' }, [{ subject: person, fields: [field] }])
}

const guesses = 10

/** 422 associationCode.unknown; 403 account.suspended where the organisation has suspended them; 403 demo.closed into a demo school and for its people; ten guesses in ten minutes. A member keeps their roles. */
export async function associate(deps: Deps, actor: Actor, typed: string) {
  const key = `association:${createHash('sha256').update(actor.person).digest('base64url').slice(0, 22)}`
  if ((await deps.kv.incr(key, 600)) > guesses) throw tooMany(600)
  const code = typed.replace(/\s/g, '').toUpperCase()
  return await inTransaction(deps, async ({ db }) => {
    const match = await one<{ id: string; name: string; closed: boolean }>(
      db,
      `select o.id::text, o.name, coalesce((o.settings->>'demo')::boolean, false) or p.made_by_demo as closed
       from organisations o join persons p on p.id = $2 where o.association_code = $1 and not o.deleted and o.state = 'active'`,
      code,
      actor.person,
    )
    if (!match) throw new Problem(422, 'associationCode.unknown', { fields: { association_code: 'associationCode.unknown' } })
    const { closed, ...org } = match
    if (closed) throw demoClosed()
    await addMember(db, { org: org.id, person: actor.person, roles: ['student'], by: actor.person })
    const member = await one<{ roles: OrgRole[]; active: boolean }>(
      db,
      `select m.roles, ${activeSql('m')} as active from memberships m where m.person_id = $1 and m.org_id = $2`,
      actor.person,
      org.id,
    )
    // the code of an organisation opens no membership that it has suspended
    if (!member?.active) throw refused(403, 'account.suspended', { org: org.name })
    return { org, roles: member.roles }
  })
}
