// Organisations of the installation as its operators see and change them: made, renamed, suspended and resumed, with the room for their files.
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, type Fields, invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { requestOrigin } from '@lyceum/kit/http/request-origin'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { asEmail } from '../auth-codes/rules.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { welcome } from '../emails/emails.ts'
import { emitOrgChanged } from '../facts.ts'
import { enqueue } from '../jobs.ts'
import { activeSql } from '../memberships/active.ts'
import type { Locale } from '../organisations/api.ts'
import { createOrganisation } from '../organisations/create-organisation.ts'
import { asLocale, settingsIn, zoneOf } from '../organisations/settings.ts'
import { insertUser, required } from '../users/users.ts'
import type { InstallationOrg, InstallationOrgChanges, InstallationOrgDraft } from './api.ts'

/** Of organisation `o`; `$1` is the operator. */
const columns = `o.id::text, o.name, o.code, o.locale, o.settings, o.state, o.created_at, o.version::text,
  (select count(*)::int from memberships m where m.org_id = o.id) as people,
  (select m.until from memberships m where m.org_id = o.id and m.person_id = $1 and ${activeSql('m')}
     and exists (select from role_grants g where g.person_id = m.person_id and g.org_id = m.org_id and g.source = 'operator')) as entry`
type Row = Pick<InstallationOrg, 'id' | 'name' | 'code' | 'state' | 'people'> & {
  locale: string
  settings: object
  created_at: Date
  entry: Date | null
  version: string
}
const asInstallationOrg = ({ settings, locale, created_at, entry, version, ...row }: Row): InstallationOrg => ({
  ...row,
  locale: asLocale(locale),
  time_zone: zoneOf({ locale, settings }),
  storage_quota: settingsIn(settings).storage_quota,
  entry: entry?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  version: Number(version),
})

export async function readInstallationOrg(tx: Tx, { person }: Pick<Actor, 'person'>, id: string): Promise<InstallationOrg> {
  const row = await one<Row>(tx, `select ${columns} from organisations o where o.id = $2 and not o.deleted`, person, id)
  if (!row) throw notFound('org', id)
  return asInstallationOrg(row)
}

const states = ['active', 'suspended']

/** 400 at a condition that cannot be. */
export async function listInstallationOrgs(
  { db }: Deps,
  { person }: Actor,
  { conditions: text, ...page }: PageQuery & { conditions?: string },
) {
  const conditions = conditionsOf(text, ['keyword', 'state'])
  for (const [name, value] of Object.entries(conditions))
    if (typeof value !== 'string' || value.length > 200) throw invalid({ [`conditions.${name}`]: 'field.type' })
  const { keyword = '', state = '' } = conditions as { keyword?: string; state?: string }
  if (state !== '' && !states.includes(state)) throw invalid({ 'conditions.state': ['field.choice', { choices: states.join(', ') }] })
  const { limit, offset } = limits(page)
  const where = `not o.deleted and ($2 = '' or o.state = $2) and ${heldSql(foldedSql('o.name', 'o.code'), '$3')}`
  const values = [person, state, wordPatterns(keyword)]
  const total = await one<{ n: number }>(
    db,
    `select count(*)::int as n from organisations o where $1::uuid is not null and ${where}`,
    ...values,
  )
  const found = await rows<Row>(
    db,
    `select ${columns} from organisations o where ${where} order by o.name, o.id limit $4 offset $5`,
    ...values,
    limit,
    offset,
  )
  return pageOf(page, total?.n ?? 0, found.map(asInstallationOrg))
}

/** Of the organisation alone the operator decides: its administrator sets a password by the code that the sign-in page sends. 409 org.codeTaken, email.taken. */
export async function makeInstallationOrg(
  deps: Deps,
  { person }: Actor,
  draft: InstallationOrgDraft,
  origin: ReturnType<typeof requestOrigin>,
): Promise<InstallationOrg> {
  const { administrator, code = '', time_zone = '', name, locale } = draft
  const faults: Fields = {
    ...(cleanTitle(name) === '' && { name: 'field.required' as const }),
    ...(time_zone && !isTimeZone(time_zone) && { time_zone: 'field.timeZone' as const }),
    ...(cleanTitle(administrator.name) === '' && { 'administrator.name': 'field.required' as const }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  required(administrator.user_no, 'administrator.user_no')
  const email = asEmail(administrator.email, 'administrator.email')
  if (await one(deps.db, 'select from persons where email = $1', email)) throw conflict('email.taken')
  const id = await insertOrganisation(deps, { name, locale, code, time_zone })
  const by: Actor = { kind: 'job', person, org: id, roles: ['admin'], session: '' }
  const user = await insertUser(deps, by, { ...administrator, email, locale, roles: ['admin'] })
  await welcome(deps, { org: id, person: user.id, email }, origin)
  return await readInstallationOrg(deps.db, { person }, id)
}

export type NewOrganisation = { name: string; locale: Locale; code?: string; time_zone?: string }

/** Answers its id. 409 org.codeTaken: a code stands for one organisation. */
export async function insertOrganisation(deps: Deps, { name, locale, code = '', time_zone = '' }: NewOrganisation): Promise<string> {
  const { db } = deps
  // one after the other: two calls may name the same code at once
  const { id } = await createOrganisation(deps, { name, locale })
  if (code && (await one(db, 'select from organisations where code = $1 and not deleted', code))) throw conflict('org.codeTaken')
  if (code || time_zone) {
    await run(
      db,
      'update organisations set code = $2, settings = settings || $3::jsonb where id = $1',
      id,
      code,
      JSON.stringify(time_zone ? { time_zone } : {}),
    )
    await emitOrgChanged(db, id)
  }
  await audit(db, { action: 'org.made', subject: `org:${id}`, org: id })
  return id
}

/** The room for the files of an organisation; 0: that of the installation. The caller emits it. */
export const writeQuota = (tx: Tx, org: string, quota: number) =>
  run(
    tx,
    `update organisations set settings = settings || jsonb_build_object('storage_quota', $2::bigint), updated_at = now() where id = $1`,
    org,
    quota,
  )

/** 409 org.newer; operator.ownOrganisation for the only one in which the operator is, since they could not resume it. */
export async function changeInstallationOrg(
  { db }: Deps,
  actor: Actor,
  id: string,
  { version, ...changes }: InstallationOrgChanges,
): Promise<InstallationOrg> {
  const current = await one<{ name: string; state: 'active' | 'suspended'; settings: object; version: string }>(
    db,
    'select name, state, settings, version::text from organisations where id = $1 and not deleted for update',
    id,
  )
  if (!current) throw notFound('org', id)
  if (version !== undefined && version < Number(current.version)) throw conflict('org.newer', { version: Number(current.version) })
  const subject = { subject: `org:${id}`, org: id }
  const name = changes.name === undefined ? current.name : required(changes.name, 'name')
  const quota = settingsIn(current.settings).storage_quota
  const { state = current.state, storage_quota = quota } = changes
  if (name === current.name && state === current.state && storage_quota === quota) return await readInstallationOrg(db, actor, id)
  if (state === 'suspended' && state !== current.state) await checkStaysElsewhere(db, actor, id)
  await run(db, 'update organisations set name = $2, state = $3, updated_at = now() where id = $1', id, name, state)
  if (storage_quota !== quota) {
    await writeQuota(db, id, storage_quota)
    await audit(db, { action: 'org.quotaChanged', ...subject, before: { storage_quota: quota }, after: { storage_quota } })
  }
  if (name !== current.name) await audit(db, { action: 'org.settingsChanged', ...subject, after: { texts: ['name'] } })
  await emitOrgChanged(db, id)
  if (state !== current.state) {
    await audit(db, { action: state === 'suspended' ? 'org.suspended' : 'org.resumed', ...subject })
    await enqueue(db, { kind: 'emitMembers', key: `members:${id}`, payload: { org: id } })
  }
  return await readInstallationOrg(db, actor, id)
}

async function checkStaysElsewhere(tx: Tx, { person }: Actor, org: string): Promise<void> {
  const memberships = await rows<{ here: boolean }>(
    tx,
    `select m.org_id = $2 as here from memberships m where m.person_id = $1 and ${activeSql('m')}`,
    person,
    org,
  )
  if (memberships.length > 0 && memberships.every(({ here }) => here)) throw conflict('operator.ownOrganisation')
}
