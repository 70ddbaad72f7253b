import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { conflict, invalid, notFound, Problem, unauthorised } from '@lyceum/kit/errors'
import { type Asked, checkCode, type From, spendCode } from '../auth-codes/auth-codes.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { noticeBy } from '../mails/mails.ts'
import { settingsIn } from '../organisations/settings.ts'
import { sayEnded, endSessionsOf } from '../sessions/ending.ts'
import { addressMayTry, countFailure, forgive, reserveTry } from '../sessions/limits.ts'
import { hashPassword, verifyPassword } from '../sessions/passwords.ts'
import { mustBeGood, type Owner } from './rules.ts'

/** By the days that the organisation of the call allows; somebody without a password has none that could be old. */
export async function passwordAge({ db, now }: Deps, actor: Actor) {
  const found = await one<{ changed_at: Date | null; settings: object }>(
    db,
    'select w.changed_at, o.settings from organisations o left join passwords w on w.person_id = $1::uuid where o.id = $2::uuid',
    actor.person,
    actor.org,
  )
  const { password_expires_days: days } = settingsIn(found?.settings)
  const at = found?.changed_at ?? null
  return {
    is_password_expired: days > 0 && at !== null && at.getTime() + days * 86_400_000 < now().getTime(),
    changed_at: at?.toISOString() ?? null,
    expires_days: days,
  }
}

type Row = Owner & { phc: string | null }
const ownerOf = ({ client }: Deps, person: string) =>
  one<Row>(
    client,
    'select p.name, p.user_no, p.email, p.mobile_phone, w.phc from persons p left join passwords w on w.person_id = p.id where p.id = $1::uuid and not p.deleted',
    person,
  )

/** 422 password.wrong with the tries left when the old one does not fit; counted like tries to sign in. 409 password.none where there is none yet. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { old_password, new_password }: { old_password: string; new_password: string },
  { address }: From,
) {
  const owner = await ownerOf(deps, actor.person)
  if (!owner) throw notFound('person', actor.person)
  if (owner.phc === null) throw conflict('password.none')
  await addressMayTry(deps.kv, address)
  const tried = await reserveTry(deps.kv, actor.person, address)
  if (!(await verifyPassword(old_password, owner.phc))) {
    await countFailure(deps.kv, address)
    const left = { left: tried.left }
    throw new Problem(422, 'password.wrong', { params: left, fields: { old_password: ['password.wrong', left] } })
  }
  await forgive(deps.kv, tried.key)
  mustBeGood(new_password, owner)
  if (old_password.normalize('NFKC') === new_password.normalize('NFKC')) throw invalid({ new_password: 'password.same' })
  return await set(deps, { person: actor.person, org: actor.org, password: new_password, keep: actor.session })
}

/** The code stays good while the password is not: only one that is taken spends it. */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  { auth_code, new_password, ...asked }: Asked & { auth_code: string; new_password: string },
  from: From,
) {
  if (actor.kind === 'person') throw conflict('password.signedIn')
  const proven = await checkCode(deps, actor, { ...asked, code: auth_code }, 'auth_code', from)
  const owner = await ownerOf(deps, proven.person)
  if (!owner) throw unauthorised()
  mustBeGood(new_password, owner)
  return await set(deps, {
    person: proven.person,
    org: null,
    password: new_password,
    spend: (inside) => spendCode(inside, proven, 'auth_code'),
  })
}

type Setting = { person: string; org: string | null; password: string; keep?: string; spend?: (deps: Deps) => Promise<void> }

async function set(deps: Deps, { person, org, password, keep, spend }: Setting) {
  const phc = await hashPassword(password)
  const at = deps.now()
  const ended = await inTransaction(deps, async (inside) => {
    await spend?.(inside)
    await inside.db.$executeRawUnsafe(
      `insert into passwords (person_id, phc, changed_at) values ($1::uuid, $2, $3::timestamptz)
       on conflict (person_id) do update set phc = excluded.phc, changed_at = excluded.changed_at`,
      person,
      phc,
      at,
    )
    await noticeBy(inside.db, { kind: 'passwordChanged', person, org })
    return await endSessionsOf(inside, person, { but: keep })
  })
  await sayEnded(deps, ended)
  return { changed_at: at.toISOString() }
}
