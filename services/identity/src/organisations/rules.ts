// Rules of an organisation's settings. OrgChanged carries the ones that other services need.
import { randomInt } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit, changesOf, setAuditRetention } from '@lyceum/kit/audit/audit'
import { one, run } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, type Fields, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import type {} from '../audit-actions.ts'
import type { Organisation } from '../generated/client.ts'
import { codeAlphabet } from '../code-alphabet.ts'
import type { Deps } from '../deps.ts'
import { webAddress } from '../links/rules.ts'
import { emitOrgChanged } from '../facts.ts'
import { type OrgRules, type OrgSettings, settingNames, settingsTable, toggles } from '../org-settings/api.ts'
import { asLocale, type OrganisationSettings, settingsIn } from './settings.ts'

type Row = Pick<SqlRow<Organisation>, 'name' | 'locale' | 'version' | 'association_code'> & { settings: Partial<OrganisationSettings> }

/** 403 authCode.needed where management needs a code and none was entered in this session. */
export async function orgSettings(deps: Deps, actor: Actor): Promise<OrgSettings> {
  return asSettings(await read(deps, actor))
}

/**
 * 409 org.newer when the row is newer than the version that the writer read, org.noSmsGateway where nobody could get the code that binds a number;
 * 400 at the field for a value that cannot be.
 */
export async function changeOrgSettings(
  deps: Deps,
  actor: Actor,
  { version, ...changes }: Partial<OrgRules> & { version?: number },
): Promise<OrgSettings> {
  const current = await read(deps, actor, 'for update')
  if (version !== undefined && version < Number(current.version)) throw conflict('org.newer', { version: Number(current.version) })
  if (changes.mobile_required && !settingsIn(current.settings).mobile_required && !deps.sms.real) throw conflict('org.noSmsGateway')
  const { name = current.name, locale = current.locale, ...settings } = cleaned(changes, settingsIn(current.settings).toggles)
  await run(
    deps.db,
    'update organisations set name = $2, locale = $3, settings = settings || $4::jsonb, updated_at = now() where id = $1',
    actor.org,
    name,
    locale,
    JSON.stringify(settings),
  )
  await emitOrgChanged(deps.db, actor.org)
  // who has just demanded the code has not entered one
  const changed = await readRow(deps, actor)
  if (settings.audit_days !== undefined) await setAuditRetention(deps.db, actor.org, settings.audit_days)
  const line = changesOf(auditedOf(current), auditedOf(changed))
  const text = textNames.filter((one) => changes[one] !== undefined && stateOf(current)[one] !== stateOf(changed)[one])
  if (line || text.length > 0)
    await audit(deps.db, {
      action: 'org.settingsChanged',
      subject: `org:${actor.org}`,
      ...line,
      after: { ...line?.after, ...(text.length > 0 && { texts: text }) },
    })
  return asSettings(changed)
}

/** The values as they are stored; 400 names each that cannot be. */
function cleaned(changes: Partial<OrgRules>, storedToggles: string[]): Partial<OrgRules> {
  const known: readonly string[] = toggles
  const name = changes.name === undefined ? undefined : cleanTitle(changes.name)
  const wrong = changes.toggles?.flatMap((toggle, nth) => (known.includes(toggle) || storedToggles.includes(toggle) ? [] : [nth])) ?? []
  const fields: Fields = {
    ...(name === '' && { name: 'field.required' as const }),
    ...(changes.time_zone && !isTimeZone(changes.time_zone) && { time_zone: 'field.timeZone' as const }),
    ...Object.fromEntries(wrong.map((nth) => [`toggles.${nth}`, ['field.choice', { choices: toggles.join(', ') }] as Fields[string]])),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  const url = changes.pre_task_url?.trim()
  return {
    ...changes,
    ...(name !== undefined && { name }),
    ...(url !== undefined && { pre_task_url: url === '' ? '' : webAddress(url, 'pre_task_url') }),
    // what this release does not know is neither added nor lost
    ...(changes.toggles && {
      toggles: [...changes.toggles.filter((one) => known.includes(one)), ...storedToggles.filter((one) => !known.includes(one))],
    }),
  }
}

const stateOf = ({ name, locale, settings }: Row) => ({ ...settingsIn(settings), name, locale })
/** A text that somebody wrote: the audit log names it without its words. */
const textNames = ['name', ...settingNames.filter((one) => settingsTable[one].text)] as ('name' | 'pre_task_url')[]
const auditedOf = (row: Row) => Object.fromEntries(Object.entries(stateOf(row)).filter(([one]) => !(textNames as string[]).includes(one)))

/** Without `enabled` the code is removed. It is no part of a fact: anybody with the code may join. 403 demo.closed for a new one in a demo school. */
export async function setAssociationCode(deps: Deps, actor: Actor, enabled: boolean): Promise<OrgSettings> {
  const { settings } = await read(deps, actor, 'for update')
  if (enabled && settings.demo) throw demoClosed()
  const code = enabled ? Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('') : null
  await deps.db.organisation.update({ where: { id: actor.org }, data: { associationCode: code } })
  await audit(deps.db, { action: enabled ? 'org.associationCodeMade' : 'org.associationCodeRemoved', subject: `org:${actor.org}` })
  return asSettings(await read(deps, actor))
}

/** The settings for an administrator's other calls; 404, and 403 authCode.needed. */
export const managedOrganisation = async (deps: Deps, actor: Actor): Promise<OrganisationSettings> =>
  settingsIn((await read(deps, actor)).settings)

/** A demo school is closed, since its accounts open without a password: no outsider joins it, and its people join no other organisation. */
export const demoClosed = () => forbidden('demo.closed')

/** The row behind the code of the organisation. */
async function read(deps: Deps, actor: Actor, lock = ''): Promise<Row> {
  const row = await readRow(deps, actor, lock)
  // a job has no session: the command line needs no code
  const person = actor.kind === 'person'
  if (person && row.settings.management_auth_code && !(await validated(deps, actor.session))) throw forbidden('authCode.needed')
  return row
}

async function readRow({ db }: Deps, actor: Actor, lock = ''): Promise<Row> {
  const row = await one<Row>(
    db,
    `select name, locale, settings, version, association_code from organisations where id = $1 and not deleted ${lock}`,
    actor.org,
  )
  if (!row) throw notFound('org', actor.org)
  return row
}

/** Of a row of sessions: a code was entered in it within the last 8 hours. */
export const validatedSql = `coalesce(validated_at > now() - interval '8 hours', false)`
export const validated = async ({ db }: Pick<Deps, 'db'>, session: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/.test(session) && (await one(db, `select from sessions where id = $1 and ${validatedSql}`, session)) !== undefined

const asSettings = (row: Row): OrgSettings => {
  const { demo: _, storage_quota: _quota, ...settings } = stateOf(row)
  return { ...settings, locale: asLocale(row.locale), association_code: row.association_code, version: Number(row.version) }
}
