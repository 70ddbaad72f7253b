// The browsers of a person that get push messages. An address comes from a browser, so from anybody: it has to be a public server.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { mayPostTo } from '@lyceum/kit/http/outgoing'
import { newId } from '@lyceum/kit/ids'
import { hashOf, isDeviceKey, type PushOutcome, sendPush } from '@lyceum/kit/messages/web-push'
import { flat } from '@lyceum/kit/messages/letter'
import { orgById } from '@lyceum/identity/mirror/orgs'
import type { Deps } from '../deps.ts'
import type {} from '../errors.ts'
import { textsIn } from '../mails/texts.ts'
import type { PushDevice, PushDevices, PushSubscription } from './api.ts'

/** Browsers of one person. */
const most = 20

type Row = { id: string; name: string; created_at: Date; told_at: Date | null }
const shown = ({ created_at, told_at, ...row }: Row): PushDevice => ({
  ...row,
  created_at: new Date(created_at).toISOString(),
  told_at: told_at ? new Date(told_at).toISOString() : null,
})

export async function listDevices({ db, config }: Deps, actor: Actor): Promise<PushDevices> {
  const list = await rows<Row>(
    db,
    'select id::text, name, created_at, told_at from push_devices where person_id = $1 order by created_at desc, id',
    actor.person,
  )
  return { key: config.push?.public ?? null, devices: list.map(shown) }
}

export async function addDevice({ db, config, now }: Deps, actor: Actor, device: PushSubscription): Promise<PushDevice> {
  if (!config.push) throw conflict('push.off')
  const url = URL.parse(device.endpoint)
  if (!url || !mayPostTo(url)) throw invalid({ endpoint: 'push.address' })
  if (!isDeviceKey(device)) throw invalid({ p256dh: 'field.format' })
  const hash = hashOf(device.endpoint)
  const others = await one<{ n: number }>(
    db,
    'select count(*)::int as n from push_devices where person_id = $1 and endpoint_hash <> $2',
    actor.person,
    hash,
  )
  if ((others?.n ?? 0) >= most) throw conflict('push.tooMany', { most })
  // the browser is whoever's who has just signed in there
  const row = await one<Row>(
    db,
    `
    insert into push_devices (id, person_id, org_id, endpoint_hash, endpoint, p256dh, auth, name, created_at, session)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (endpoint_hash) do update set person_id = excluded.person_id, org_id = excluded.org_id, p256dh = excluded.p256dh,
      auth = excluded.auth, name = excluded.name, session = excluded.session
    returning id::text, name, created_at, told_at`,
    newId(),
    actor.person,
    actor.org,
    hash,
    device.endpoint,
    device.p256dh,
    device.auth,
    flat(device.name) || '–',
    now(),
    actor.session,
  )
  return shown(row!)
}

export async function removeDevice({ db }: Deps, actor: Actor, id: string): Promise<null> {
  if ((await run(db, 'delete from push_devices where id = $1 and person_id = $2', id, actor.person)) === 0) throw notFound('push', id)
  return null
}

/** identity's sessionEnded: whoever uses the browser next gets nothing of who was signed in there. */
export const endSession = (tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>) =>
  run(tx, 'delete from push_devices where session = $1', key.replace(/^session:/, ''))

export type DeviceRow = { id: string; person: string; org: string; endpoint: string; p256dh: string; auth: string }
export const deviceById = (tx: Tx, id: string): Promise<DeviceRow | undefined> =>
  one<DeviceRow>(
    tx,
    'select id::text, person_id::text as person, org_id::text as org, endpoint, p256dh, auth from push_devices where id = $1',
    id,
  )

/** The content that the page's worker shows: a title, time and place beside it, and where it leads. */
export type Pushed = { title: string; body?: string; open: string; tag: string; count?: number }

/** Sends to a device; one that is gone is forgotten. */
export async function pushTo(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  device: DeviceRow,
  message: Pushed,
  { urgent = false, signal }: { urgent?: boolean; signal?: AbortSignal } = {},
): Promise<PushOutcome> {
  if (!config.push) return 'refused'
  const outcome = await sendPush(
    config.push,
    device,
    { text: JSON.stringify(message), seconds: urgent ? 3600 : 86_400, urgent, topic: hashOf(message.tag).slice(0, 32) },
    {
      contact: config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:lyceum@localhost.invalid',
      now: now(),
      ...(signal && { signal }),
    },
  )
  if (outcome === 'gone') await run(db, 'delete from push_devices where id = $1', device.id)
  if (outcome === 'sent') await run(db, 'update push_devices set told_at = $2 where id = $1', device.id, now())
  return outcome
}

export async function testDevice(deps: Deps, actor: Actor, id: string): Promise<{ outcome: PushOutcome }> {
  if (!deps.config.push) throw conflict('push.off')
  const device = await deviceById(deps.db, id)
  if (!device || device.person !== actor.person) throw notFound('push', id)
  const reader = await one<{ locale: string }>(deps.db, 'select locale from mirror.persons where id = $1', actor.person)
  const org = await orgById(deps.db, actor.org)
  const { text } = textsIn(reader?.locale || org?.locale || 'en')
  const title = text('test.subject', { org: flat(org?.name ?? '') })
  return { outcome: await pushTo(deps, device, { title, open: '/user/settings/notifications', tag: 'test' }) }
}
