// Codes of six characters that prove a number, an address or a person. The call only writes the request: the job that sends the code
// makes it, so it stands nowhere but in the message, and as a hash in its row. For an unknown person the same rows are written and
// nothing is sent, so neither the answer nor its time reveals which accounts exist.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, type ErrorCode, forbidden, Problem, tooMany } from '@lyceum/kit/calls/errors'
import { networkKey } from '@lyceum/kit/http/network'
import { newId } from '@lyceum/kit/ids'
import { enqueue } from '../jobs.ts'
import type { AuthCode } from '../generated/client.ts'
import type { Deps } from '../deps.ts'
import { organisationAt } from '../organisations/organisations.ts'
import { validated } from '../organisations/rules.ts'
import { settingsIn } from '../organisations/settings.ts'
import { verifyPassword } from '../sessions/passwords.ts'
import { personOf } from '../sessions/sessions.ts'
import { MessengerFailed } from '../workplace/messengers/messenger.ts'
import { findUser } from '../workplace/users.ts'
import { codeLength, type SentBy, type UniqueIdType } from './api.ts'
import { asCode, lifetime, maxPerHour, maxTries, normalised, type Purpose, purposeOf, resendAfter } from './rules.ts'

export type CodeTarget = { unique_id: string; unique_id_type: UniqueIdType }
/** The address and host of a call, as the BFF passes them on. */
export type RequestOrigin = { host: string; address: string }

const maxPerAddress = 60
/** Milliseconds in which a messenger finds a person; the page waits meanwhile. */
const lookUpPatience = 3000

/** Requests a code. 429 with the seconds to wait within a minute of the last one, after ten in an hour, and for too many requests of one address. */
export async function requestCode(deps: Deps, actor: Actor, target: CodeTarget, origin: RequestOrigin) {
  const { db, kv, now } = deps
  const type = target.unique_id_type
  const signedIn = actor.kind === 'person'
  const purpose = purposeOf(type, signedIn)
  const id = normalised(type, target.unique_id)
  if (type === 'user' && id !== actor.person) throw forbidden()
  if (purpose === 'validate') await checkAddress(deps, actor.person)
  await limitAddress(kv, 'requests', origin.address)
  const org = signedIn ? actor.org || undefined : (await organisationAt(deps.db, origin.host))?.id
  // one after the other per target and per person: two at once would both find that a minute has passed
  for (const key of [`${type} ${type === 'user_no' ? org : ''} ${id}`, ...(signedIn ? [actor.person] : [])].sort())
    await run(db, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `auth code ${key}`)
  await limitCodes(deps, `unique_id = $2 and unique_id_type = $3 and ${sameSchool('$4')}`, [id, type, org ?? null])
  if (signedIn) await limitCodes(deps, `person_id = $2 and purpose <> 'reset_password'`, [actor.person])
  const person = signedIn ? actor.person : await passwordOwner(deps, type, type === 'user_no' ? target.unique_id : id, org)
  const createdAt = now()
  const code = newId()
  await db.authCode.create({
    data: {
      id: code,
      orgId: org ?? null,
      purpose,
      uniqueIdType: type,
      uniqueId: id,
      personId: person ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetime * 1000),
    },
  })
  await enqueue(db, { kind: 'sendCode', key: `code:${code}`, payload: { code } })
  return { length: codeLength, resend_in: resendAfter, expires_in: lifetime }
}

/** A user number is a school's own: another school's student of the same number has codes and tries of theirs. */
const sameSchool = (org: string) => `(unique_id_type <> 'user_no' or org_id is not distinct from ${org}::uuid)`

/** The person whose password a code would change: by address, by a number they have proven, by user number at this host. */
async function passwordOwner(deps: Deps, type: UniqueIdType, id: string, org: string | undefined): Promise<string | undefined> {
  if (type === 'mobile_phone')
    return (
      await one<{ id: string }>(
        deps.db,
        'select id::text from persons where mobile_phone = $1 and mobile_verified_at is not null and not deleted',
        id,
      )
    )?.id
  return (await personOf(deps.db, id, org))?.id
}

async function checkAddress({ db }: Deps, person: string): Promise<void> {
  const addresses = await db.person.findUnique({ where: { id: person }, select: { email: true, mobileVerifiedAt: true } })
  if (addresses?.email == null && addresses?.mobileVerifiedAt == null) throw conflict('authCode.noAddress')
}

/** 429 while the codes that meet `condition` are too recent or too many; it binds its `values` from $2 on. */
async function limitCodes({ db, now }: Deps, condition: string, values: unknown[]): Promise<void> {
  const recent = await one<{ n: number; last: Date | null; first: Date | null }>(
    db,
    `select count(*)::int as n, max(created_at) as last, min(created_at) as first from auth_codes where ${condition} and created_at > $1::timestamptz - interval '1 hour'`,
    now(),
    ...values,
  )
  const since = (time: Date | null | undefined) => (time ? (now().getTime() - time.getTime()) / 1000 : Number.POSITIVE_INFINITY)
  if (since(recent?.last) < resendAfter) throw tooMany(Math.max(1, Math.ceil(resendAfter - since(recent?.last))), 'authCode.tooSoon')
  if ((recent?.n ?? 0) >= maxPerHour) throw tooMany(Math.max(1, Math.ceil(3600 - since(recent?.first))), 'authCode.tooMany')
}

async function limitAddress(kv: Deps['kv'], of: 'requests' | 'guesses', address: string): Promise<void> {
  const key = `auth-code:${of}:${networkKey(address)}`
  if ((await kv.incr(key, 600)) > maxPerAddress) throw tooMany(600, 'authCode.tooMany')
}

const codeColumns = columnsOf<AuthCode>()('id', 'phc', 'tries', 'person_id')
export type EnteredCode = CodeTarget & { code: string }
export type CodeProof = { id: string; person: string; purpose: Purpose; unique_id: string }

/** Compares with the code that was sent last. A try is counted before the code is checked, so that parallel guesses count too. 422
 *  authCode.wrong with the tries left, authCode.expired when there is none (any more). */
export async function checkCode(
  { client, kv, now }: Deps,
  actor: Actor,
  entered: EnteredCode,
  field: string,
  { address, host }: RequestOrigin,
): Promise<CodeProof> {
  const type = entered.unique_id_type
  const signedIn = actor.kind === 'person'
  const purpose = purposeOf(type, signedIn)
  const id = normalised(type, entered.unique_id)
  await limitAddress(kv, 'guesses', address)
  const org = type === 'user_no' ? ((await organisationAt(client, host))?.id ?? null) : null
  const row = await one<RowOf<typeof codeColumns>>(
    client,
    `
    update auth_codes set tries = tries + 1 where id = (
      select id from auth_codes where unique_id = $1 and unique_id_type = $2 and purpose = $3 and ($4::uuid is null or person_id = $4::uuid) and ${sameSchool('$6')}
      order by created_at desc limit 1
    ) and used_at is null and expires_at > $5 and tries < ${maxTries} returning ${codeColumns()}`,
    id,
    type,
    purpose,
    signedIn ? actor.person : null,
    now(),
    org,
  )
  if (!row) throw codeProblem('authCode.expired', field)
  const matches = await verifyPassword(asCode(entered.code), row.phc ?? undefined)
  if (!matches || !row.person_id) throw codeProblem('authCode.wrong', field, { left: maxTries - row.tries })
  await run(client, 'update auth_codes set tries = tries - 1 where id = $1', row.id)
  return { id: row.id, person: row.person_id, purpose, unique_id: id }
}

/** Marks the code as used, once, in the transaction of the change that it proves. */
export async function markCodeUsed({ db, now }: Deps, proof: CodeProof, field: string): Promise<void> {
  const { count } = await db.authCode.updateMany({ where: { id: proof.id, usedAt: null }, data: { usedAt: now() } })
  if (count === 0) throw codeProblem('authCode.expired', field)
}

const codeProblem = (code: ErrorCode, field: string, params: Record<string, number> = {}) =>
  new Problem(422, code, { params, fields: { [field]: [code, params] } })

/** Checks a code; one that only proves the person is marked as used and noted in their session. */
export async function validateCode(deps: Deps, actor: Actor, entered: EnteredCode, origin: RequestOrigin): Promise<{ valid: boolean }> {
  const field = 'user_input_auth_code'
  const proof = await checkCode(deps, actor, entered, field, origin)
  if (proof.purpose === 'validate') {
    await markCodeUsed(deps, proof, field)
    await run(deps.db, 'update sessions set validated_at = $2 where id::text = $1', actor.session, deps.now())
  }
  return { valid: true }
}

/** Whether a code is wanted in this session. A messenger that does not answer holds nobody up: the code goes elsewhere then. */
export async function readValidation(deps: Deps, actor: Actor) {
  const org = await deps.db.organisation.findUnique({ where: { id: actor.org } })
  const code_needed = org !== null && settingsIn(org.settings).management_auth_code && !(await validated(deps, actor.session))
  if (!code_needed) return { code_needed, dingtalk_auth_validate: false, messenger: null, sent: null }
  const found = await findUser(deps, actor.org, actor.person, AbortSignal.timeout(lookUpPatience)).catch((error: unknown) => {
    if (!(error instanceof MessengerFailed)) throw error
  })
  const last = await one<{ sent_by: SentBy | null; instead: boolean }>(
    deps.db,
    `
    select sent_by, instead from auth_codes where person_id = $1 and purpose = 'validate' and org_id = $2 and used_at is null and expires_at > $3
    order by created_at desc limit 1`,
    actor.person,
    actor.org,
    deps.now(),
  )
  return {
    code_needed,
    dingtalk_auth_validate: found !== undefined,
    messenger: found?.kind ?? null,
    sent: last?.sent_by ? { by: last.sent_by, instead: last.instead } : null,
  }
}
