// Codes of six characters that prove a number, an address or a person. The call only writes down that one is wanted: the code is made
// by the job that sends it, so it stands nowhere but in the message, and as a hash in its row. For somebody unknown the same rows are
// written and nothing is sent, so neither the answer nor its time tells who is known here.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { conflict, forbidden, Problem, tooMany } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { enqueue } from '@lyceum/kit/jobs'
import type { Deps } from '../deps.ts'
import { organisationAt } from '../organisations/organisations.ts'
import { validated } from '../organisations/rules.ts'
import { settingsIn } from '../organisations/settings.ts'
import { verifyPassword } from '../sessions/passwords.ts'
import { personOf } from '../sessions/sessions.ts'
import { codeLength, type UniqueIdType } from './api.ts'
import { asCode, lifetime, mostAnHour, mostTries, normalised, type Purpose, purposeOf, resendAfter } from './rules.ts'

export type Asked = { unique_id: string; unique_id_type: UniqueIdType }
/** Where a call comes from, as the BFF says. */
export type From = { host: string; address: string }

const mostFromAddress = 60

/** Wants a code. 429 with the seconds to wait within a minute of the last one, after ten in an hour, and for an address that asks too often. */
export async function askForCode(deps: Deps, actor: Actor, asked: Asked, from: From) {
  const { db, kv, now } = deps
  const type = asked.unique_id_type
  const signedIn = actor.kind === 'person'
  const purpose = purposeOf(type, signedIn)
  const id = normalised(type, asked.unique_id)
  if (type === 'user' && id !== actor.person) throw forbidden()
  if (purpose === 'validate') await mustHaveAddress(deps, actor.person)
  await addressMay(kv, from.address)
  const org = signedIn ? actor.org || undefined : (await organisationAt(deps, from.host))?.id
  // one after the other per target and per person: two at once would both find that a minute has passed
  for (const key of [`${type} ${type === 'user_no' ? org : ''} ${id}`, ...(signedIn ? [actor.person] : [])].sort())
    await db.$executeRawUnsafe('select pg_advisory_xact_lock(hashtextextended($1, 0))', `auth code ${key}`)
  await mustWait(deps, `unique_id = $2 and unique_id_type = $3 and ${sameSchool('$4')}`, [id, type, org ?? null])
  if (signedIn) await mustWait(deps, `person_id = $2::uuid and purpose <> 'reset_password'`, [actor.person])
  const person = signedIn ? actor.person : await whose(deps, type, id, org)
  const at = now()
  const code = newId()
  await db.authCode.create({
    data: {
      id: code,
      orgId: org ?? null,
      purpose,
      uniqueIdType: type,
      uniqueId: id,
      personId: person ?? null,
      createdAt: at,
      expiresAt: new Date(at.getTime() + lifetime * 1000),
    },
  })
  await enqueue(db, { kind: 'identity.sendCode', key: `code:${code}`, payload: { code } })
  return { length: codeLength, resend_in: resendAfter, expires_in: lifetime }
}

/** A user number is a school's own: another school's student of the same number has codes and tries of theirs. */
const sameSchool = (org: string) => `(unique_id_type <> 'user_no' or org_id is not distinct from ${org}::uuid)`

/** The person whose password a code would change: by address, by a number they have proven, by user number at this host. */
async function whose(deps: Deps, type: UniqueIdType, id: string, org: string | undefined): Promise<string | undefined> {
  if (type === 'mobile_phone')
    return (
      await one<{ id: string }>(
        deps.db,
        'select id::text from persons where mobile_phone = $1 and mobile_verified_at is not null and not deleted',
        id,
      )
    )?.id
  return (await personOf(deps, id, org))?.id
}

async function mustHaveAddress({ db }: Deps, person: string): Promise<void> {
  const found = await one(db, 'select from persons where id = $1::uuid and (email is not null or mobile_verified_at is not null)', person)
  if (!found) throw conflict('authCode.noAddress')
}

/** `which` names its `values` from $2 on. */
async function mustWait({ db, now }: Deps, which: string, values: unknown[]): Promise<void> {
  const found = await one<{ n: number; last: Date | null; first: Date | null }>(
    db,
    `select count(*)::int as n, max(created_at) as last, min(created_at) as first from auth_codes where ${which} and created_at > $1::timestamptz - interval '1 hour'`,
    now(),
    ...values,
  )
  const since = (at: Date | null | undefined) => (at ? (now().getTime() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY)
  if (since(found?.last) < resendAfter) throw tooMany(Math.max(1, Math.ceil(resendAfter - since(found?.last))), 'authCode.tooSoon')
  if ((found?.n ?? 0) >= mostAnHour) throw tooMany(Math.max(1, Math.ceil(3600 - since(found?.first))), 'authCode.tooMany')
}

async function addressMay(kv: Deps['kv'], address: string): Promise<void> {
  const key = `auth-code:${createHash('sha256').update(address).digest('base64url').slice(0, 22)}`
  if ((await kv.incr(key, 600)) > mostFromAddress) throw tooMany(600, 'authCode.tooMany')
}

export type Given = Asked & { code: string }
export type Proven = { id: string; person: string; purpose: Purpose; unique_id: string }

/** Whether it is the code that was sent last. A try is counted before the code is looked at and stays counted, so parallel guesses count
 *  too. 422 authCode.wrong with the tries left, authCode.expired when there is none (any more). */
export async function checkCode(
  { client, kv, now }: Deps,
  actor: Actor,
  given: Given,
  field: string,
  { address, host }: From,
): Promise<Proven> {
  const type = given.unique_id_type
  const signedIn = actor.kind === 'person'
  const purpose = purposeOf(type, signedIn)
  const id = normalised(type, given.unique_id)
  await addressMay(kv, `${address} guesses`)
  const org = type === 'user_no' ? ((await organisationAt({ db: client }, host))?.id ?? null) : null
  const row = await one<{ id: string; phc: string | null; tries: number; person_id: string | null }>(
    client,
    `
    update auth_codes set tries = tries + 1 where id = (
      select id from auth_codes where unique_id = $1 and unique_id_type = $2 and purpose = $3 and ($4::uuid is null or person_id = $4::uuid) and ${sameSchool('$6')}
      order by created_at desc limit 1
    ) and used_at is null and expires_at > $5::timestamptz and tries < ${mostTries} returning id::text, phc, tries, person_id::text`,
    id,
    type,
    purpose,
    signedIn ? actor.person : null,
    now(),
    org,
  )
  if (!row) throw codeProblem('authCode.expired', field)
  const right = await verifyPassword(asCode(given.code), row.phc ?? undefined)
  if (!right || !row.person_id) throw codeProblem('authCode.wrong', field, { left: mostTries - row.tries })
  await client.$executeRawUnsafe('update auth_codes set tries = tries - 1 where id = $1::uuid', row.id)
  return { id: row.id, person: row.person_id, purpose, unique_id: id }
}

/** Once: in the transaction of what it was for. */
export async function spendCode({ db, now }: Deps, proven: Proven, field: string): Promise<void> {
  const spent = await db.$executeRawUnsafe(
    'update auth_codes set used_at = $2::timestamptz where id = $1::uuid and used_at is null',
    proven.id,
    now(),
  )
  if (spent === 0) throw codeProblem('authCode.expired', field)
}

const codeProblem = (code: string, field: string, params: Record<string, number> = {}) =>
  new Problem(422, code, { params, fields: { [field]: [code, params] } })

/** Says whether the code is right; one that only proves that it is me is spent and noted in my session. */
export async function validateCode(deps: Deps, actor: Actor, given: Given, from: From): Promise<{ valid: boolean }> {
  const field = 'user_input_auth_code'
  const proven = await checkCode(deps, actor, given, field, from)
  if (proven.purpose === 'validate') {
    await spendCode(deps, proven, field)
    await deps.db.$executeRawUnsafe('update sessions set validated_at = $2::timestamptz where id::text = $1', actor.session, deps.now())
  }
  return { valid: true }
}

export async function mustValidate(deps: Deps, actor: Actor): Promise<boolean> {
  const org = await deps.db.organisation.findUnique({ where: { id: actor.org } })
  const wanted = org !== null && settingsIn(org.settings).management_auth_code
  return wanted && !(await validated(deps, actor.session))
}
