// Changing and resetting passwords.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run } from '@lyceum/kit/database/database'
import { conflict, invalid, notFound, Problem, unauthorised } from '@lyceum/kit/calls/errors'
import { type CodeTarget, checkCode, type RequestOrigin, markCodeUsed } from '../auth-codes/auth-codes.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { enqueueNotice } from '../mails/mails.ts'
import { settingsIn } from '../organisations/settings.ts'
import { publishEndedSessions, endSessionsOf } from '../sessions/end-sessions.ts'
import { checkAddressLimit, clearTries, countFailure, reserveTry } from '../sessions/limits.ts'
import { hashPassword, verifyPassword } from '../sessions/passwords.ts'
import { checkPassword, type Owner } from './rules.ts'

/** By the days that the organisation of the call allows; an account without a password has none that could be old. */
export async function passwordAge({ db, now }: Deps, actor: Actor) {
  const row = await one<{ changed_at: Date | null; settings: object }>(
    db,
    'select w.changed_at, o.settings from organisations o left join passwords w on w.person_id = $1 where o.id = $2',
    actor.person,
    actor.org,
  )
  const { password_expires_days: days } = settingsIn(row?.settings)
  const changedAt = row?.changed_at ?? null
  return {
    is_password_expired: days > 0 && changedAt !== null && changedAt.getTime() + days * 86_400_000 < now().getTime(),
    changed_at: changedAt?.toISOString() ?? null,
    expires_days: days,
  }
}

type Row = Owner & { phc: string | null }
const ownerOf = ({ client }: Deps, person: string) =>
  one<Row>(
    client,
    'select p.name, p.user_no, p.email, p.mobile_phone, w.phc from persons p left join passwords w on w.person_id = p.id where p.id = $1 and not p.deleted',
    person,
  )

/** 422 password.wrong with the tries left when the old one does not fit; counted like tries to sign in. 409 password.none where there is none yet. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { old_password, new_password }: { old_password: string; new_password: string },
  { address }: RequestOrigin,
) {
  const owner = await ownerOf(deps, actor.person)
  if (!owner) throw notFound('person', actor.person)
  if (owner.phc === null) throw conflict('password.none')
  await checkAddressLimit(deps.kv, address)
  const attempt = await reserveTry(deps.kv, actor.person, address)
  if (!(await verifyPassword(old_password, owner.phc))) {
    await countFailure(deps.kv, address)
    const left = { left: attempt.left }
    throw new Problem(422, 'password.wrong', { params: left, fields: { old_password: ['password.wrong', left] } })
  }
  await checkAddressLimit(deps.kv, address)
  await clearTries(deps.kv, attempt.key)
  checkPassword(new_password, owner)
  if (old_password.normalize('NFKC') === new_password.normalize('NFKC')) throw invalid({ new_password: 'password.same' })
  return await writePassword(deps, { person: actor.person, org: actor.org, password: new_password, exceptSession: actor.session })
}

/** A refused password leaves the code valid; only an accepted one uses it up. */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  { auth_code, new_password, ...target }: CodeTarget & { auth_code: string; new_password: string },
  origin: RequestOrigin,
) {
  if (actor.kind === 'person') throw conflict('password.signedIn')
  const proof = await checkCode(deps, actor, { ...target, code: auth_code }, 'auth_code', origin)
  const owner = await ownerOf(deps, proof.person)
  if (!owner) throw unauthorised()
  checkPassword(new_password, owner)
  return await writePassword(deps, {
    person: proof.person,
    org: null,
    password: new_password,
    useCode: (txDeps) => markCodeUsed(txDeps, proof, 'auth_code'),
  })
}

type PasswordChange = {
  person: string
  org: string | null
  password: string
  exceptSession?: string
  useCode?: (deps: Deps) => Promise<void>
  /** No mail says so. */
  quiet?: boolean
}

export async function writePassword(deps: Deps, { person, org, password, exceptSession, useCode, quiet }: PasswordChange) {
  const phc = await hashPassword(password)
  const changedAt = deps.now()
  const sessions = await inTransaction(deps, async (txDeps) => {
    await useCode?.(txDeps)
    await run(
      txDeps.db,
      `insert into passwords (person_id, phc, changed_at) values ($1, $2, $3)
       on conflict (person_id) do update set phc = excluded.phc, changed_at = excluded.changed_at`,
      person,
      phc,
      changedAt,
    )
    if (!quiet) await enqueueNotice(txDeps.db, { kind: 'passwordChanged', person, org })
    return await endSessionsOf(txDeps, person, { but: exceptSession })
  })
  await publishEndedSessions(deps, sessions)
  return { changed_at: changedAt.toISOString() }
}
