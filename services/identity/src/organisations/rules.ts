// Rules of an organisation's settings. OrgChanged carries the ones that other services need.
import { randomInt } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, run } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import type { Organisation } from '../generated/client.ts'
import { codeAlphabet } from '../auth-codes/rules.ts'
import type { Deps } from '../deps.ts'
import { webAddress } from '../links/rules.ts'
import { emitOrgChanged } from '../facts.ts'
import type { OrgRules, OrgSettings } from './api.ts'
import { type OrganisationSettings, settingsIn } from './settings.ts'

type Row = Pick<SqlRow<Organisation>, 'version' | 'association_code'> & { settings: Partial<OrganisationSettings> }

/** 403 authCode.needed where management needs a code and none was entered in this session. */
export async function orgSettings(deps: Deps, actor: Actor): Promise<OrgSettings> {
  return asSettings(await read(deps, actor))
}

/** 409 org.newer when the row is newer than the version that the writer read. */
export async function changeOrgSettings(
  deps: Deps,
  actor: Actor,
  { version, ...changes }: Partial<OrgRules> & { version?: number },
): Promise<OrgSettings> {
  const current = await read(deps, actor, 'for update')
  if (version !== undefined && version < Number(current.version)) throw conflict('org.newer', { version: Number(current.version) })
  const url = changes.pre_task_url?.trim()
  const settings = { ...changes, ...(url !== undefined && { pre_task_url: url === '' ? '' : webAddress(url, 'pre_task_url') }) }
  await run(
    deps.db,
    'update organisations set settings = settings || $2::jsonb, updated_at = now() where id = $1',
    actor.org,
    JSON.stringify(settings),
  )
  await emitOrgChanged(deps.db, actor.org)
  return asSettings(await read(deps, actor))
}

/** Without `enabled` the code is removed. It is no part of a fact: anybody with the code may join. 403 demo.closed for a new one in a demo school. */
export async function setAssociationCode(deps: Deps, actor: Actor, enabled: boolean): Promise<OrgSettings> {
  const { settings } = await read(deps, actor, 'for update')
  if (enabled && settings.demo) throw demoClosed()
  const code = enabled ? Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('') : null
  await deps.db.organisation.update({ where: { id: actor.org }, data: { associationCode: code } })
  return asSettings(await read(deps, actor))
}

/** The settings for an administrator's other calls; 404, and 403 authCode.needed. */
export const managedOrganisation = async (deps: Deps, actor: Actor): Promise<OrganisationSettings> =>
  settingsIn((await read(deps, actor)).settings)

/** A demo school is closed, since its accounts open without a password: no outsider joins it, and its people join no other organisation. */
export const demoClosed = () => forbidden('demo.closed')

async function read({ db }: Deps, actor: Actor, lock = ''): Promise<Row> {
  const row = await one<Row>(
    db,
    `select settings, version, association_code from organisations where id = $1 and not deleted ${lock}`,
    actor.org,
  )
  if (!row) throw notFound('org', actor.org)
  // a job has no session: the command line needs no code
  const person = actor.kind === 'person'
  if (person && row.settings.management_auth_code && !(await validated({ db }, actor.session))) throw forbidden('authCode.needed')
  return row
}

/** A code was entered in this session within the last 8 hours. */
export const validated = async ({ db }: Pick<Deps, 'db'>, session: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/.test(session) &&
  (await one(db, `select from sessions where id = $1 and validated_at > now() - interval '8 hours'`, session)) !== undefined

const asSettings = ({ settings, version, association_code }: Row): OrgSettings => {
  const { mobile_required, verify_email, password_expires_days, pre_task_url, management_auth_code } = settingsIn(settings)
  return {
    mobile_required,
    verify_email,
    password_expires_days,
    pre_task_url,
    management_auth_code,
    association_code,
    version: Number(version),
  }
}
