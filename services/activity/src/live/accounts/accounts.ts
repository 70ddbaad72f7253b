// Accounts of an organisation at providers of meetings: their fields, a sealed secret, on or off. Nothing reads the secret back but the adapters.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { openSecret, sealedBy, sealSecret } from '@lyceum/kit/text/kept-secrets'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { askWithin, patience } from '../providers/asking.ts'
import type { Account, At } from '../providers/provider.ts'
import { madeMeetings } from '../providers/providers.ts'
import { type MadeProvider, madeProviders } from '../shapes.ts'
import type { MeetingAccount, MeetingAccountChange, MeetingAccounts } from './api.ts'

type Row = { provider: MadeProvider; account: Account; secret: Buffer | null; on: boolean; fetches: boolean; version: string }
type Keyed = Pick<Deps, 'config'>

const ownerOf = (org: string, provider: string) => `meeting-account:${org}:${provider}`
const columns = 'provider, account, secret, is_on as "on", fetches, version::text'
const readRow = (tx: Tx, org: string, provider: MadeProvider, lock = '') =>
  one<Row>(tx, `select ${columns} from meeting_accounts where org_id = $1 and provider = $2 ${lock}`, org, provider)
const secretIn = ({ config }: Keyed, org: string, { provider, secret }: Row): string | undefined =>
  secret === null ? undefined : openSecret(config.secretKeys, ownerOf(org, provider), secret)

export async function readAccounts(deps: Pick<Deps, 'db' | 'config'>, { org }: Pick<Actor, 'org'>): Promise<MeetingAccounts> {
  const found = await rows<Row>(deps.db, `select ${columns} from meeting_accounts where org_id = $1 limit 10`, org)
  const items = madeProviders.map((provider): MeetingAccount => {
    const row = found.find((one) => one.provider === provider)
    if (!row) return { provider, account: {}, has_secret: false, on: false, fetches: true, version: 0 }
    const { account, on, fetches, version } = row
    return { provider, account, has_secret: secretIn(deps, org, row) !== undefined, on, fetches, version: Number(version) }
  })
  return { items, keepable: deps.config.secretKeys.length > 0 }
}

/**
 * 400 at a field that is not of the provider or not as it has to be, and at each that is missing to turn it on; 409 meetingAccount.newer for a newer row,
 * meeting.noKeys where the installation keeps no secrets.
 */
export async function changeAccount(deps: Deps, { org }: Actor, change: MeetingAccountChange): Promise<MeetingAccounts> {
  const { db, now, config } = deps
  const { provider, secret, on } = change
  // one after the other, also the first
  await run(db, `select pg_advisory_xact_lock(hashtextextended('meeting account ' || $1, 0))`, org)
  const before = await readRow(db, org, provider, 'for update')
  if (change.version < Number(before?.version ?? 0)) throw conflict('meetingAccount.newer', { version: Number(before!.version) })
  const account = Object.fromEntries(Object.entries(change.account).map(([name, value]) => [name, String(value).trim()]))
  if (!on && secret === undefined && Object.keys(account).length === 0) return await removeAccount(deps, org, before, provider)
  const kept = before && secretIn(deps, org, before)
  checkAccount(provider, account, { on, secret: secret ?? kept })
  if (config.secretKeys.length === 0) throw conflict('meeting.noKeys')
  const sealed = secret === undefined ? (before?.secret ?? null) : sealSecret(config.secretKeys, ownerOf(org, provider), secret)
  const fetches = change.fetches ?? before?.fetches ?? true
  await run(
    db,
    `insert into meeting_accounts (org_id, provider, account, secret, is_on, fetches, version) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org_id, provider) do update set account = excluded.account, secret = excluded.secret, is_on = excluded.is_on,
       fetches = excluded.fetches, version = excluded.version`,
    org,
    provider,
    JSON.stringify(account),
    sealed,
    on,
    fetches,
    String(versionAfter(before && BigInt(before.version), now())),
  )
  await audit(db, {
    action: 'org.meetingProviderChanged',
    subject: `org:${org}`,
    ...(before && { before: audited(before) }),
    after: { ...audited({ ...change, fetches }), ...(secret !== undefined && { meeting_provider_secret: true }) },
  })
  return await readAccounts(deps, { org })
}

const audited = ({ provider, on, fetches }: Pick<Row, 'provider' | 'on' | 'fetches'>) => ({
  meeting_provider: provider,
  meeting_provider_on: on,
  meeting_provider_fetches: fetches,
})

function checkAccount(provider: MadeProvider, account: Account, { on, secret }: { on: boolean; secret: string | undefined }): void {
  const { fields } = madeMeetings(provider)
  const faults: Fields = {}
  for (const [name, value] of Object.entries(account)) {
    const field = fields[name]
    if (!field) faults[`account.${name}`] = 'field.unknown'
    else if (!field.pattern.test(value) || (field.choices && !field.choices.includes(value))) faults[`account.${name}`] = 'field.format'
    else if (name === 'url' && !isServer(value)) faults['account.url'] = 'meeting.address'
  }
  if (on) {
    for (const name of Object.keys(fields)) if (account[name] === undefined) faults[`account.${name}`] = 'field.required'
    if (secret === undefined) faults.secret = 'field.required'
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** An address without a name, a query or a mark in it: what is added to it is signed. */
function isServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

async function removeAccount(deps: Deps, org: string, before: Row | undefined, provider: MadeProvider): Promise<MeetingAccounts> {
  if (before) {
    await run(deps.db, 'delete from meeting_accounts where org_id = $1 and provider = $2', org, provider)
    await audit(deps.db, { action: 'org.meetingProviderChanged', subject: `org:${org}`, before: audited(before) })
  }
  return await readAccounts(deps, { org })
}

/** Providers at which the organisation has an account that is on. */
export async function providersOn(tx: Tx, org: string): Promise<MadeProvider[]> {
  const found = await rows<{ provider: MadeProvider }>(
    tx,
    'select provider from meeting_accounts where org_id = $1 and is_on order by provider limit 10',
    org,
  )
  return found.map(({ provider }) => provider)
}

type Opening = { off?: boolean; milliseconds?: number; signal?: AbortSignal }
/** An account, opened; undefined where there is none that is on and opens. `off`: also one that is turned off, to be tried or to tidy up. */
export async function accountAt(
  tx: Tx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  org: string,
  provider: MadeProvider,
  { off = false, milliseconds = patience.job, signal }: Opening = {},
): Promise<At | undefined> {
  const row = await readRow(tx, org, provider)
  if (!row || !(row.on || off)) return undefined
  const secret = secretIn({ config }, org, row)
  if (secret === undefined) return undefined
  return { account: row.account, secret, ask: askWithin(config.meetingHosts, milliseconds, signal), now: now(), fetches: row.fetches }
}

/** Seals anew what an older key has sealed, so that it can be removed; answers how many accounts it were. */
export async function resealAccounts(tx: Tx, { config }: Keyed): Promise<number> {
  const [newest] = config.secretKeys
  if (!newest) return 0
  const found = await rows<Row & { org: string }>(
    tx,
    `select org_id::text as org, ${columns} from meeting_accounts where secret is not null`,
  )
  let resealed = 0
  for (const row of found) {
    const text = sealedBy(row.secret!) === newest.id ? undefined : secretIn({ config }, row.org, row)
    if (text === undefined) continue
    const sealed = sealSecret(config.secretKeys, ownerOf(row.org, row.provider), text)
    // not over what an administrator has written meanwhile
    resealed += await run(
      tx,
      'update meeting_accounts set secret = $3 where org_id = $1 and provider = $2 and secret = $4',
      row.org,
      row.provider,
      sealed,
      row.secret,
    )
  }
  return resealed
}
