// The messenger of an organisation: which one, its sealed keys, on or off. Nothing reads the keys back but the adapters.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { askJson } from '@lyceum/kit/http/outgoing'
import { openSecret, sealedBy, sealSecret } from '@lyceum/kit/text/kept-secrets'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { type Keys, keyNames, keysOf, type MessengerKind, type Workplace, type WorkplaceChange } from './api.ts'
import type { Messenger } from './messengers/messenger.ts'
import { openMessenger } from './messengers/messengers.ts'

type Row = { kind: MessengerKind; keys: Buffer<ArrayBuffer>; on: boolean; changed_at: Date; version: string }

const ownerOf = (org: string) => `workplace:${org}`
const read = (tx: Tx, org: string, lock = '') =>
  one<Row>(tx, `select kind, keys, is_on as "on", changed_at, version::text from workplaces where org_id = $1 ${lock}`, org)

function asWorkplace(deps: Pick<Deps, 'config'>, org: string, row: Row | undefined): Workplace {
  const keys: Keys = row ? keysIn(deps, org, row) : {}
  return {
    kind: row?.kind ?? null,
    keys: row ? keysOf[row.kind].map((name) => ({ name, set: keys[name] !== undefined })) : [],
    on: row?.on ?? false,
    keepable: deps.config.secretKeys.length > 0,
    changed_at: row?.changed_at.toISOString() ?? null,
    version: Number(row?.version ?? 0),
  }
}

export const readWorkplace = async (deps: Deps, { org }: Actor): Promise<Workplace> => asWorkplace(deps, org, await read(deps.db, org))

/**
 * 400 at a key that is not of the messenger, and at each that is missing to turn it on; 409 workplace.newer for a newer row, workplace.noKeys where the
 * installation cannot keep keys. Another messenger or another app of it knows people and chats by other ids.
 */
export async function changeWorkplace(deps: Deps, { org }: Actor, change: WorkplaceChange): Promise<Workplace> {
  const { db, now, config } = deps
  // one after the other, also the first
  await run(db, `select pg_advisory_xact_lock(hashtextextended('workplace ' || $1, 0))`, org)
  const before = await read(db, org, 'for update')
  if (change.version < Number(before?.version ?? 0)) throw conflict('workplace.newer', { version: Number(before!.version) })
  if (change.kind === null) return await removeWorkplace(deps, org, before)
  if (config.secretKeys.length === 0) throw conflict('workplace.noKeys')
  const kept = before?.kind === change.kind ? keysIn(deps, org, before) : {}
  const keys: Keys = { ...kept, ...change.keys }
  checkKeys(change, keys)
  const changed = keyNames.filter((name) => keys[name] !== kept[name])
  await run(
    db,
    `
    insert into workplaces (org_id, kind, keys, is_on, changed_at, version) values ($1, $2, $3, $4, $5, $6)
    on conflict (org_id) do update set kind = excluded.kind, keys = excluded.keys, is_on = excluded.is_on,
      changed_at = excluded.changed_at, version = excluded.version`,
    org,
    change.kind,
    sealSecret(config.secretKeys, ownerOf(org), JSON.stringify(keys)),
    change.on,
    now(),
    String(versionAfter(before && BigInt(before.version), now())),
  )
  if (changed.some((name) => name !== 'agent_id' && name !== 'app_secret') || before?.kind !== change.kind) await removeIds(db, org)
  await audit(db, {
    action: 'org.workplaceChanged',
    subject: `org:${org}`,
    ...(before && { before: auditedIn(before) }),
    after: { messenger: change.kind, messenger_on: change.on, ...(changed.length > 0 && { messenger_keys: changed.length }) },
  })
  return asWorkplace(deps, org, await read(db, org))
}

const auditedIn = ({ kind, on }: Row) => ({ messenger: kind, messenger_on: on })

function checkKeys({ kind, keys = {}, on }: WorkplaceChange, all: Keys): void {
  const names: readonly string[] = keysOf[kind!]
  const faults: Fields = Object.fromEntries([
    ...Object.keys(keys).flatMap((name) => (names.includes(name) ? [] : [[`keys.${name}`, 'field.unknown' as const]])),
    ...names.flatMap((name) => (on && all[name as keyof Keys] === undefined ? [[`keys.${name}`, 'field.required' as const]] : [])),
  ])
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

async function removeWorkplace(deps: Deps, org: string, before: Row | undefined): Promise<Workplace> {
  if (before) {
    await run(deps.db, 'delete from workplaces where org_id = $1', org)
    await removeIds(deps.db, org)
    await audit(deps.db, { action: 'org.workplaceChanged', subject: `org:${org}`, before: auditedIn(before) })
  }
  return asWorkplace(deps, org, undefined)
}

async function removeIds(tx: Tx, org: string): Promise<void> {
  await run(tx, 'delete from workplace_users where org_id = $1', org)
  await run(tx, 'delete from workplace_chats where org_id = $1', org)
  await run(tx, 'delete from workplace_chat_people where org_id = $1', org)
}

/** The keys; none where they were sealed by a key that is removed: they are entered again. */
function keysIn({ config }: Pick<Deps, 'config'>, org: string, row: Pick<Row, 'keys'>): Keys {
  const text = openSecret(config.secretKeys, ownerOf(org), row.keys)
  return text === undefined ? {} : (JSON.parse(text) as Keys)
}

export type OpenWorkplace = { kind: MessengerKind; messenger: Messenger }

/** The messenger of an organisation; undefined where it has none. `off`: also one that is turned off, to be tried. */
export async function messengerOf(
  deps: Pick<Deps, 'sql' | 'kv' | 'config'>,
  org: string,
  { off = false, signal }: { off?: boolean; signal?: AbortSignal } = {},
): Promise<OpenWorkplace | undefined> {
  const row = await read(deps.sql, org)
  if (!row || !(row.on || off)) return undefined
  const { secretKeys, workplaceHosts: hosts } = deps.config
  const keys = keysIn(deps, org, row)
  // sealed by a key that is removed: as if there were none
  if (Object.keys(keys).length === 0) return undefined
  return {
    kind: row.kind,
    messenger: openMessenger({ kind: row.kind, keys, kv: deps.kv, secretKeys, hosts, ask: askJson, ...(signal && { signal }) }),
  }
}

/** The messenger that is on. */
export const messengerKindOf = async (tx: Tx, org: string): Promise<MessengerKind | null> =>
  (await one<{ kind: MessengerKind }>(tx, 'select kind from workplaces where org_id = $1 and is_on', org))?.kind ?? null

/** Seals anew what an older key has sealed, so that it can be removed; answers how many rows it were. */
export async function resealKeys({ sql, config }: Pick<Deps, 'sql' | 'config'>): Promise<number> {
  const [newest] = config.secretKeys
  if (!newest) return 0
  const found = await rows<Pick<Row, 'keys'> & { org: string }>(sql, 'select org_id::text as org, keys from workplaces')
  let resealed = 0
  for (const { org, keys } of found) {
    const text = sealedBy(keys) === newest.id ? undefined : openSecret(config.secretKeys, ownerOf(org), keys)
    if (text === undefined) continue
    // not over what an administrator has written meanwhile
    const sealed = sealSecret(config.secretKeys, ownerOf(org), text)
    resealed += await run(sql, 'update workplaces set keys = $2 where org_id = $1 and keys = $3', org, sealed, keys)
  }
  return resealed
}
