// Sessions are rows: they outlive restarts and end at once. The token is random and only its sha256 is stored, so a copy of the
// database opens nothing.
import { createHash } from 'node:crypto'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf, type SqlRow } from '@lyceum/kit/database/sql-row'
import type { Need } from '@lyceum/kit/calls/actor'
import { invalid, notFound, refused } from '@lyceum/kit/calls/errors'
import { grantLifetime } from '@lyceum/upload/mirror/grant'
import { newId, newToken } from '@lyceum/kit/ids'
import { byUserNumber, userNumber, userNumberKey, userNumberSql } from '@lyceum/kit/text/user-number'
import { emit } from '@lyceum/kit/facts/outbox'
import { SessionEndedSchema } from '@lyceum/proto/identity'
import type { Person, Session as SessionModel } from '../generated/client.ts'
import { type Deps, inTransaction } from '../deps.ts'
import { organisationAt } from '../organisations/organisations.ts'
import { validatedSql } from '../organisations/rules.ts'
import { asOrganisation, type OrganisationSettings, settingsIn } from '../organisations/settings.ts'
import { activeSql } from '../memberships/active.ts'
import { isOperatorSql } from '../memberships/operator.ts'
import { settingsOf } from '../persons/persons.ts'
import { asText, departmentBinding, has, type PermissionSet, permissionsIn } from '../../mirror/permissions.ts'
import { asDifferences, type DifferenceRow } from '../permissions/differences.ts'
import type { OrgRole } from '../persons/api.ts'
import type { MyOrganisation, Session, SignIn } from './api.ts'
import { publishEndedSessions } from './end-sessions.ts'
import { checkAddressLimit, clearTries, countClick, countFailure, reserveTry } from './limits.ts'
import { type NewSession, insertDemoSession } from './one-click.ts'
import { verifyPassword } from './passwords.ts'
import { suspendedOrGone } from './suspended.ts'
import { noteSignIn, signInOfSession } from '../sign-ins/noting.ts'
import { noteSeen } from './seen.ts'

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export type SignInRequest = { sign_in: SignIn; host: string; address: string; agent?: string }

/** Makes a session. 403 account.suspended with the right password of whom their organisations have suspended; 401 session.wrong, with the tries that are left, for any pair that does not fit, whether the login exists or not; 429 with the seconds to wait after too many. */
export async function signIn(
  deps: Deps,
  { sign_in, host, address, agent = '' }: SignInRequest,
): Promise<{ token: string; session: Session }> {
  const org = await organisationAt(deps.sql, host)
  const token = newToken()
  const hash = hashOf(token)
  const now = deps.now()
  const session = {
    id: newId(),
    hash: Buffer.from(hash, 'hex'),
    orgId: org?.id ?? null,
    agent,
    address,
    now,
    expiresAt: days(now, deps.config.sessionIdleDays),
  }
  if (sign_in.demo_person !== undefined) {
    const person = sign_in.demo_person
    await countClick(deps.kv, address)
    await publishEndedSessions(deps, await inTransaction(deps, (txDeps) => insertDemoSession(txDeps, person, session)))
    return { token, session: await readSession(deps, hash) }
  }
  return { token, session: await insertSession(deps, await authenticate(deps, sign_in, session), session) }
}

const days = (from: Date, count: number) => new Date(from.getTime() + count * 86_400_000)

/**
 * Writes the session and reads it, in one statement. 403 account.suspended for whom every organisation has suspended; the membership is locked meanwhile, so
 * that one that is being suspended makes no session either.
 */
async function insertSession({ sql, sms }: Deps, person: string, session: NewSession): Promise<Session> {
  const { id, hash, orgId, agent, address, now, expiresAt } = session
  const row = await one<Row>(
    sql,
    `
    with active as (
      select from memberships m where m.person_id = $3 and ${activeSql('m')} limit 1 for no key update
    ), s as (
      insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent)
      select $1::uuid, $2::bytea, $3::uuid, $4::uuid, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7
      where exists (select from active) or not exists (select from memberships where person_id = $3) returning *
    ), seen as (${noteSeen('$3', '$4', '$5')}), noted as (${signInOfSession('$8', '$9')})
    select ${columns} from s join persons p on p.id = s.person_id`,
    id,
    hash,
    person,
    orgId,
    now,
    expiresAt,
    agent,
    newId(),
    address,
  )
  if (!row) {
    await noteSignIn(sql, { org: orgId, person, at: now, how: 'password', outcome: 'suspended', address, agent })
    throw await suspendedOrGone(sql, person, orgId)
  }
  return asSession(row, sms)
}

async function authenticate(deps: Deps, { login, password }: SignIn, { orgId, address, agent, now }: NewSession): Promise<string> {
  if (!login?.trim() || !password)
    throw invalid({ ...(!login?.trim() && { login: 'field.required' }), ...(!password && { password: 'field.required' }) })
  await checkAddressLimit(deps.kv, address)
  const account = await personOf(deps.sql, login.trim(), orgId ?? undefined)
  // an unknown login is counted by itself, so that it is refused exactly like an existing one: in any case
  const unknown = login.includes('@') ? login.trim().toLowerCase() : userNumberKey(login)
  const attempt = await reserveTry(deps.kv, account?.id ?? hashOf(unknown), address)
  if (!(await verifyPassword(password, account?.phc ?? undefined)) || !account) {
    await countFailure(deps.kv, address)
    const person = account?.id ?? null
    await noteSignIn(deps.sql, { org: orgId, person, at: now, how: 'password', outcome: 'wrong', address, agent })
    throw refused(401, 'session.wrong', { left: attempt.left })
  }
  await checkAddressLimit(deps.kv, address)
  await clearTries(deps.kv, attempt.key)
  return account.id
}

type Account = Pick<SqlRow<Person>, 'id' | 'user_no'> & { phc: string | null; by_email: boolean; own: boolean }

/** The account of a login: an e-mail address, or a user number in the host's organisation (its own accounts before guests'). Of two numbers that differ in
 *  case alone, from an earlier release, the one that is spelled so; none where neither is. */
export async function personOf(tx: Tx, login: string, org: string | undefined): Promise<Account | undefined> {
  const found = await rows<Account>(
    tx,
    `
    select p.id, p.user_no, w.phc, coalesce(p.email = $1, false) as by_email, coalesce(p.org_id = $2, false) as own
    from persons p left join passwords w on w.person_id = p.id
    where not p.deleted and (p.email = $1 or
      (${userNumberSql('p.user_no')} = ${userNumberSql('$3')} and exists (select from memberships m where m.person_id = p.id and m.org_id = $2)))
    order by p.id`,
    login.trim().toLowerCase(),
    org ?? null,
    userNumber(login),
  )
  const byEmail = found.find(({ by_email }) => by_email)
  if (byEmail) return byEmail
  const named = byUserNumber(found, ({ own }) => (own ? 0 : 1))(login)
  // guests of one number from two schools: the older account, as ever
  return named.every(({ user_no }) => user_no === named[0]?.user_no) ? named[0] : undefined
}

const sessionColumns = columnsOf<SessionModel>()('id', 'kind', 'agent', 'created_at', 'expires_at', 'seen_at', 'org_id', 'person_id')
const personColumns = columnsOf<Person>()(
  'name',
  'user_no',
  'email',
  'mobile_phone',
  'avatar',
  'locale',
  'theme',
  'density',
  'time_zone',
  'player',
)
type Row = RowOf<typeof sessionColumns> &
  RowOf<typeof personColumns> & {
    validated: boolean
    email_verified: boolean
    operator: boolean
    mobile_bound: boolean
    password_changed_at: Date | null
    memberships: MembershipRow[]
  }
type MembershipRow = {
  id: string
  name: string
  locale: string
  settings: object
  roles: OrgRole[]
  differences: DifferenceRow[] | null
  department: { id: string; name: string } | null
}

/** The columns of a session `s` and its person `p`. */
const columns = `
  ${sessionColumns('s')}, ${personColumns('p')}, ${validatedSql} as validated, p.email_verified_at is not null as email_verified, p.mobile_verified_at is not null as mobile_bound,
  ${isOperatorSql('p')} as operator, (select w.changed_at from passwords w where w.person_id = p.id) as password_changed_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'locale', o.locale, 'settings', o.settings, 'roles', m.roles,
      'differences', (select jsonb_agg(r) from role_permissions r where r.org_id = o.id and r.role = any(m.roles)),
      'department', case when d.id is null then null else jsonb_build_object('id', d.id, 'name', d.name) end) order by o.created_at, o.id)
    from memberships m join organisations o on o.id = m.org_id and not o.deleted left join departments d on d.id = m.department_id
    where m.person_id = p.id and ${activeSql('m')}), '[]') as memberships`

/** Milliseconds between two moves of a session's end. */
const touchInterval = 5 * 60_000

/** The session of the token with this hash. Reading it moves its end, at most every five minutes; that of a job stays. 404 when it has ended. */
export async function readSession({ sql, reads, now, config, sms }: Deps, hash: string): Promise<Session> {
  const time = now()
  const row = await one<Row>(
    reads,
    `
    select ${columns} from sessions s join persons p on p.id = s.person_id and not p.deleted
    where s.hash = decode($1, 'hex') and s.expires_at > $2`,
    hash,
    time,
  )
  if (!row) throw notFound('session')
  if (row.kind !== 'job' && time.getTime() - row.seen_at.getTime() > touchInterval)
    await run(
      sql,
      `
      with seen as (${noteSeen('$5', '$6', '$2')})
      update sessions set seen_at = $2, expires_at = least($2::timestamptz + make_interval(days => $3), created_at + make_interval(days => $4))
      where id = $1 and seen_at < $2::timestamptz - interval '5 minutes'`,
      row.id,
      time,
      config.sessionIdleDays,
      config.sessionDays,
      row.person_id,
      row.org_id,
    )
  return asSession(row, sms)
}

function asSession(row: Row, sms: Deps['sms']): Session {
  const memberships = row.memberships.map((membership) => asMembership(membership, row, sms))
  const start = memberships.find(({ org }) => org.id === row.org_id) ?? memberships[0]
  return {
    id: row.id,
    ...(row.kind === 'job' && { kind: 'job' as const, begun_by: row.agent }),
    expires_at: row.expires_at.toISOString(),
    org_id: start?.org.id ?? null,
    memberships,
    ...(row.operator && { operator: true as const }),
    user: {
      id: row.person_id,
      name: row.name,
      user_no: row.user_no,
      email: row.email,
      email_verified: row.email_verified,
      mobile_phone: row.mobile_phone,
      mobile_bound: row.mobile_bound,
      avatar_big_url: row.avatar,
      settings: settingsOf(row),
    },
  }
}

function asMembership(
  { id, name, locale, settings, roles, differences, department }: MembershipRow,
  row: Row,
  sms: Deps['sms'],
): MyOrganisation {
  const can = permissionsIn(roles, asDifferences(differences ?? []))
  const needs = row.kind === 'job' ? [] : needsOf(settingsIn(settings), row, { can, sms })
  return {
    org: asOrganisation({ id, name, locale, settings: settings as never }),
    roles,
    can: asText(can),
    can_within: departmentBinding(roles, department?.id ?? null),
    department,
    ...(needs.length > 0 && { needs }),
    ...(needs.includes('code') && { code_needed: true as const }),
  }
}

/** A number is demanded of nobody where no message arrives, nor of those who may turn the demand off; of a password that expires meanwhile nothing is
 *  demanded until the next sign-in, so that no work is held up. */
function needsOf(
  { management_auth_code, mobile_required, password_expires_days }: OrganisationSettings,
  { validated, mobile_bound, password_changed_at, created_at }: Row,
  { can, sms }: { can: PermissionSet; sms: Deps['sms'] },
): Need[] {
  const expiredAt = password_changed_at && password_expires_days > 0 ? days(password_changed_at, password_expires_days) : undefined
  return [
    ...(management_auth_code && !validated ? (['code'] as const) : []),
    ...(mobile_required && !mobile_bound && sms.real && !has(can, 'org.change') ? (['mobile'] as const) : []),
    ...(expiredAt && expiredAt <= created_at ? (['password'] as const) : []),
  ]
}

/** Ends a session and emits its end; ending it twice is no error. */
export async function endSession({ db, kv }: Deps, hash: string): Promise<void> {
  const session = await one<Pick<SqlRow<SessionModel>, 'id' | 'person_id'> & { org_id: string }>(
    db,
    `
    delete from sessions s using persons p where s.hash = decode($1, 'hex') and p.id = s.person_id
    returning s.id, s.person_id, coalesce(s.org_id, p.org_id) as org_id`,
    hash,
  )
  if (!session) return
  await emit(db, SessionEndedSchema, { key: `session:${session.id}`, org: session.org_id, actor: session.person_id }, null)
  await kv.set(`session-ended:${session.id}`, '1', grantLifetime)
}

/** Rows of ended sessions, at most `size` at a time; answers how many they were. */
export const sweepSessions = ({ db, now }: Pick<Deps, 'db' | 'now'>, size: number): Promise<number> =>
  run(db, 'delete from sessions where id in (select id from sessions where expires_at < $1 limit $2)', now(), size)
