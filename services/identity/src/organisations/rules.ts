// What an administrator sets for everybody. The others hear of it with OrgChanged as far as it concerns them.
import { randomInt } from 'node:crypto'
import type { Actor } from '@lyceum/kit/actor'
import { one } from '@lyceum/kit/db'
import { conflict, forbidden, notFound } from '@lyceum/kit/errors'
import { codeAlphabet } from '../auth-codes/rules.ts'
import type { Deps } from '../deps.ts'
import { webAddress } from '../links/rules.ts'
import { tellOrganisation } from '../tell.ts'
import type { OrgRules, OrgSettings } from './api.ts'
import { type OrganisationSettings, settingsIn } from './settings.ts'

type Row = { settings: Partial<OrganisationSettings>; version: bigint; association_code: string | null }

/** 403 authCode.needed where management wants a code and none was entered in this session. */
export async function orgSettings(deps: Deps, actor: Actor): Promise<OrgSettings> {
  return asSettings(await read(deps, actor))
}

/** 409 org.newer when somebody else wrote since the version the writer saw. */
export async function changeOrgSettings(
  deps: Deps,
  actor: Actor,
  { version, ...changes }: Partial<OrgRules> & { version?: number },
): Promise<OrgSettings> {
  const before = await read(deps, actor, 'for update')
  if (version !== undefined && version < Number(before.version)) throw conflict('org.newer', { version: Number(before.version) })
  const url = changes.pre_task_url?.trim()
  const set = { ...changes, ...(url !== undefined && { pre_task_url: url === '' ? '' : webAddress(url, 'pre_task_url') }) }
  await deps.db.$executeRawUnsafe(
    'update organisations set settings = settings || $2::text::jsonb, updated_at = now() where id = $1::uuid',
    actor.org,
    JSON.stringify(set),
  )
  await tellOrganisation(deps.db, actor.org)
  return asSettings(await read(deps, actor))
}

/** `made` false takes the code away. It is no part of a fact: who knows it may join. 403 demo.closed for a new one in a demo school. */
export async function setAssociationCode(deps: Deps, actor: Actor, made: boolean): Promise<OrgSettings> {
  const { settings } = await read(deps, actor, 'for update')
  if (made && settings.demo) throw closedDemo()
  const code = made ? Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('') : null
  await deps.db.$executeRawUnsafe('update organisations set association_code = $2, updated_at = now() where id = $1::uuid', actor.org, code)
  return asSettings(await read(deps, actor))
}

/** 404, and 403 authCode.needed, for whatever else an administrator does. */
export const managedOrganisation = async (deps: Deps, actor: Actor): Promise<OrganisationSettings> =>
  settingsIn((await read(deps, actor)).settings)

/** Everybody may be everybody in a demo school: nobody comes into it from outside, and its people join no other organisation. */
export const closedDemo = () => forbidden('demo.closed')

async function read({ db }: Deps, actor: Actor, lock = ''): Promise<Row> {
  const found = await one<Row>(
    db,
    `select settings, version, association_code from organisations where id = $1::uuid and not deleted ${lock}`,
    actor.org,
  )
  if (!found) throw notFound('org', actor.org)
  // a job has no session: the command line asks nobody for a code
  const person = actor.kind === 'person'
  if (person && found.settings.management_auth_code && !(await validated({ db }, actor.session))) throw forbidden('authCode.needed')
  return found
}

/** A code was entered in this session within the last 8 hours. */
export const validated = async ({ db }: Pick<Deps, 'db'>, session: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/.test(session) &&
  (await one(db, `select from sessions where id = $1::uuid and validated_at > now() - interval '8 hours'`, session)) !== undefined

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
