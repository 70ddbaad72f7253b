// The schedule of what waits for a person: one job gathers it, at the time that their preferences say.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { cancel } from '@lyceum/kit/jobs/jobs'
import { orgById } from '@lyceum/identity/mirror/orgs'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { preferencesOf } from '../ways/preference-rows.ts'
import { asItComes, mailDue, type Preferences, pushDue } from '../ways/rules.ts'
import type { Reached } from '../ways/ways.ts'

export type Notified = { person: string; id: string }

const mailKey = (person: string, org: string) => `mail:${person}:${org}`
type Scheduling = Pick<Deps, 'config' | 'now'>

const zoneOf = async (tx: Tx, org: string) => (await orgById(tx, org))?.settings.time_zone ?? 'UTC'

/** Puts notifications in front of the next mail and push message of each person. */
export async function queue(
  tx: Tx,
  deps: Scheduling,
  { org, urgent, notified, reached }: { org: string; urgent: boolean; notified: Notified[]; reached: Reached[] },
): Promise<void> {
  const ways = new Map(reached.map((one) => [one.person, one]))
  const [mailed, pushed] = (['mail', 'push'] as const).map((channel) => notified.filter(({ person }) => ways.get(person)?.[channel]))
  const now = deps.now().getTime()
  const otherZone = mailed!.length + pushed!.length > 0 ? await zoneOf(tx, org) : 'UTC'
  if (mailed!.length > 0) {
    const people = await addWaiting(tx, 'mail', org, mailed!, ways)
    const last = await lastMails(tx, org, people)
    await enqueue(
      tx,
      people.map((person) => {
        const due = mailDue(ways.get(person)!.preferences, { now, urgent, otherZone, last: last.get(person), ...timesOf(deps) })
        // what is urgent goes before the mail that is planned
        return { kind: 'gatherMail', key: mailKey(person, org) + (urgent ? ':now' : ''), runAt: new Date(due), payload: { person, org } }
      }),
    )
  }
  if (pushed!.length > 0) {
    const people = await addWaiting(tx, 'push', org, pushed!, ways)
    const last = await lastPushes(tx, people)
    await enqueue(
      tx,
      people.map((person) => {
        const due = pushDue(ways.get(person)!.preferences, { now, urgent, otherZone, last: last.get(person) })
        return { kind: 'gatherPush', key: `push:${person}${urgent ? ':now' : ''}`, runAt: new Date(due), payload: { person } }
      }),
    )
  }
}

const timesOf = ({ config }: Scheduling) => ({ gather: config.gatherSeconds * 1000, between: config.betweenMailsSeconds * 1000 })

/** Nobody waits who cannot be reached: without an address that works, without a device. Returns who waits. */
async function addWaiting(tx: Tx, channel: 'mail' | 'push', org: string, list: Notified[], ways: Map<string, Reached>): Promise<string[]> {
  const reachable =
    channel === 'mail'
      ? `exists (select from mirror.persons p where p.id = n.person and p.email <> '' and not p.deleted
           and not exists (select from refused_addresses r where r.person_id = p.id and r.address = p.email))`
      : 'exists (select from push_devices d where d.person_id = n.person)'
  const added = await rows<{ person: string }>(
    tx,
    `
    insert into waiting (notification_id, channel, person_id, org_id, forced, created_at)
    select n.id, $2, n.person, $3::uuid, n.forced, clock_timestamp()
    from jsonb_to_recordset($1::jsonb) as n(id uuid, person uuid, forced bool) where ${reachable}
    on conflict do nothing returning person_id::text as person`,
    JSON.stringify(list.map(({ id, person }) => ({ id, person, forced: channel === 'mail' && ways.get(person)!.forcedMail }))),
    channel,
    org,
  )
  // in one order: deliveries of other bundles enqueue for the same people
  return [...new Set(added.map(({ person }) => person))].sort()
}

async function lastMails(tx: Tx, org: string, people: string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const list = await rows<{ person: string; last: Date }>(
    tx,
    `select person_id::text as person, max(created_at) as last from mails
     where person_id = any($1) and org_id = $2 and created_at > clock_timestamp() - interval '1 day' group by 1`,
    people,
    org,
  )
  return new Map(list.map(({ person, last }) => [person, new Date(last).getTime()]))
}

async function lastPushes(tx: Tx, people: string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const list = await rows<{ person: string; last: Date | null }>(
    tx,
    'select person_id::text as person, max(told_at) as last from push_devices where person_id = any($1) group by 1',
    people,
  )
  return new Map(list.flatMap(({ person, last }) => (last ? [[person, new Date(last).getTime()] as const] : [])))
}

/** Plans the next mail of a person, where something waits for one. */
export async function scheduleMail(tx: Tx, deps: Scheduling, person: string, org: string, known?: Preferences): Promise<void> {
  const waits = await run(tx, `select 1 from waiting where person_id = $1 and channel = 'mail' and org_id = $2 limit 1`, person, org)
  if (waits === 0) return
  const preferences = known ?? (await preferencesOf(tx, [person])).get(person) ?? asItComes
  const last = (await lastMails(tx, org, [person])).get(person)
  const otherZone = await zoneOf(tx, org)
  const due = mailDue(preferences, { now: deps.now().getTime(), urgent: false, otherZone, last, ...timesOf(deps) })
  await enqueue(tx, { kind: 'gatherMail', key: mailKey(person, org), runAt: new Date(due), payload: { person, org } })
}

/** The person has other quiet hours or another digest now: what waits goes out by them. */
export async function rescheduleMail(
  { db, ...deps }: Scheduling & Pick<Deps, 'db'>,
  person: string,
  preferences: Preferences,
): Promise<void> {
  const orgs = await rows<{ org: string }>(
    db,
    `select distinct org_id::text as org from waiting where person_id = $1 and channel = 'mail'`,
    person,
  )
  for (const { org } of orgs) {
    await cancel(db, mailKey(person, org))
    await scheduleMail(db, deps, person, org, preferences)
  }
}
