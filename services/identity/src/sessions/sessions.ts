// Sessions are rows: they outlive restarts and end at once. The token is random and only its sha256 is kept, so a copy of the
// database opens nothing.
import { createHash } from 'node:crypto'
import { one } from '@lyceum/kit/db'
import { invalid, notFound, refused } from '@lyceum/kit/errors'
import { grantLifetime } from '@lyceum/kit/grant'
import { newId, newToken } from '@lyceum/kit/ids'
import { emit } from '@lyceum/kit/outbox'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import { type Deps, inTransaction } from '../deps.ts'
import { organisationAt } from '../organisations/organisations.ts'
import { asOrganisation } from '../organisations/settings.ts'
import { settingsOf } from '../persons/persons.ts'
import type { OrgRole } from '../persons/api.ts'
import type { MyOrganisation, Session, SignIn } from './api.ts'
import { addressMayTry, countFailure, forgive, reserveTry } from './limits.ts'
import { type NewSession, openByOneClick } from './one-click.ts'
import { verifyPassword } from './passwords.ts'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export type SignInRequest = { sign_in: SignIn; host: string; address: string; agent?: string }

/** Makes a session. 401 session.wrong, with the tries that are left, for any pair that does not fit, known or not; 429 with the seconds to wait after too many. */
export async function signIn(
  deps: Deps,
  { sign_in, host, address, agent = '' }: SignInRequest,
): Promise<{ token: string; session: Session }> {
  const org = await organisationAt(deps, host)
  const token = newToken()
  const hash = hashOf(token)
  const now = deps.now()
  const session = {
    id: newId(),
    hash: Buffer.from(hash, 'hex'),
    orgId: org?.id ?? null,
    agent,
    now,
    expiresAt: days(now, deps.config.sessionIdleDays),
  }
  if (sign_in.demo_person !== undefined) {
    const person = sign_in.demo_person
    await inTransaction(deps, (inside) => openByOneClick(inside, person, session))
  } else await openFor(deps, await provenPerson(deps, sign_in, org?.id, address), session)
  return { token, session: await readSession(deps, hash) }
}

const days = (from: Date, count: number) => new Date(from.getTime() + count * 86_400_000)

const openFor = ({ db }: Deps, personId: string, { now, ...session }: NewSession) =>
  db.session.create({ data: { ...session, personId, createdAt: now, seenAt: now } })

async function provenPerson(deps: Deps, { login, password }: SignIn, org: string | undefined, address: string): Promise<string> {
  if (!login?.trim() || !password)
    throw invalid({ ...(!login?.trim() && { login: 'field.required' }), ...(!password && { password: 'field.required' }) })
  await addressMayTry(deps.kv, address)
  const found = await personOf(deps, login.trim(), org)
  // an unknown login is counted by itself, so that it is refused exactly like a known one: addresses in any case, user numbers as they are
  const unknown = login.includes('@') ? login.trim().toLowerCase() : login.trim()
  const tried = await reserveTry(deps.kv, found?.id ?? hashOf(unknown), address)
  if (!(await verifyPassword(password, found?.phc ?? undefined)) || !found) {
    await countFailure(deps.kv, address)
    throw refused(401, 'session.wrong', { left: tried.left })
  }
  await forgive(deps.kv, tried.key)
  return found.id
}

/** By e-mail, or by user number among the people of the host's organisation (its own accounts before guests'). */
export const personOf = ({ db }: Deps, login: string, org: string | undefined) =>
  one<{ id: string; phc: string | null }>(
    db,
    `
    select p.id::text, w.phc from persons p left join passwords w on w.person_id = p.id
    where not p.deleted and (p.email = lower($1) or (p.user_no = $1 and exists (select from memberships m where m.person_id = p.id and m.org_id = $2::uuid)))
    order by p.email = lower($1) desc nulls last, p.org_id = $2::uuid desc nulls last, p.id limit 1`,
    login,
    org ?? null,
  )

type Row = {
  id: string
  expires_at: Date
  org_id: string | null
  person_id: string
  name: string
  user_no: string
  email: string | null
  email_verified: boolean
  mobile_phone: string | null
  mobile_bound: boolean
  avatar: string | null
  locale: string | null
  theme: string
  density: string
  memberships: MembershipRow[]
}
type MembershipRow = {
  id: string
  name: string
  locale: string
  settings: object
  roles: OrgRole[]
  department: { id: string; name: string } | null
}

/** Who the token of this hash is. The reading moves the session's end, at most every five minutes. 404 when it has ended. */
export async function readSession({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>, hash: string): Promise<Session> {
  const found = await one<Row>(
    db,
    `
    with live as (
      select * from sessions where hash = decode($1, 'hex') and expires_at > $2::timestamptz
    ), seen as (
      update sessions s set seen_at = $2::timestamptz, expires_at = least($2::timestamptz + make_interval(days => $3::int), s.created_at + make_interval(days => $4::int))
      from live where s.id = live.id and live.seen_at < $2::timestamptz - interval '5 minutes'
    )
    select live.id::text, live.expires_at, live.org_id::text, live.person_id::text, p.name, p.user_no, p.email, p.email_verified_at is not null as email_verified, p.mobile_phone, p.mobile_verified_at is not null as mobile_bound, p.avatar, p.locale, p.theme, p.density,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'locale', o.locale, 'settings', o.settings, 'roles', m.roles,
          'department', case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end) order by o.created_at, o.id)
        from memberships m join organisations o on o.id = m.org_id and not o.deleted left join departments d on d.id = m.department_id
        where m.person_id = p.id), '[]') as memberships
    from live join persons p on p.id = live.person_id and not p.deleted`,
    hash,
    now(),
    config.sessionIdleDays,
    config.sessionDays,
  )
  if (!found) throw notFound('session')
  const memberships = found.memberships.map(asMembership)
  const start = memberships.find(({ org }) => org.id === found.org_id) ?? memberships[0]
  return {
    id: found.id,
    expires_at: found.expires_at.toISOString(),
    org_id: start?.org.id ?? null,
    memberships,
    user: {
      id: found.person_id,
      name: found.name,
      user_no: found.user_no,
      email: found.email,
      email_verified: found.email_verified,
      mobile_phone: found.mobile_phone,
      mobile_bound: found.mobile_bound,
      avatar_big_url: found.avatar,
      settings: settingsOf(found),
    },
  }
}

const asMembership = ({ id, name, locale, settings, roles, department }: MembershipRow): MyOrganisation => ({
  org: asOrganisation({ id, name, locale, settings: settings as never }),
  roles,
  department,
})

/** Ends it and says so to those who opened something in it; ending what has ended is no mistake. */
export async function endSession({ db, kv }: Deps, hash: string): Promise<void> {
  const ended = await one<{ id: string; person_id: string; org_id: string }>(
    db,
    `
    delete from sessions s using persons p where s.hash = decode($1, 'hex') and p.id = s.person_id
    returning s.id::text, s.person_id::text, coalesce(s.org_id, p.org_id)::text as org_id`,
    hash,
  )
  if (!ended) return
  await emit(db, SessionEndedSchema, { key: `session:${ended.id}`, org: ended.org_id, actor: ended.person_id }, null)
  await kv.set(`session-ended:${ended.id}`, '1', grantLifetime)
}

/** Rows of ended sessions, at most 5000 at a time. */
export const sweepSessions = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  db.$executeRawUnsafe('delete from sessions where id in (select id from sessions where expires_at < $1::timestamptz limit 5000)', now())
