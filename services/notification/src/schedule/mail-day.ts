// The mails of an organisation in a day of its clock. Beyond so many what is told to many waits for the next day; what is one person's own, or
// worthless later, goes out and counts too.
import { orgById } from '@lyceum/identity/mirror/orgs'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { localOf } from '@lyceum/kit/text/time-zones'
import type { Deps } from '../deps.ts'
import { nextClock, zoneOf } from '../ways/rules.ts'
import { registry } from '../registry/registry.ts'

/** The types that go to everybody a bulletin or message is for, or to all students of a course; not lessons that change, of which a mail tomorrow may be too late. */
export const massTypes = Object.entries(registry).flatMap(([name, { audience, topic }]) =>
  audience === 'bulletin' || audience === 'message' || (audience === 'students' && topic !== 'calendar') ? [name] : [],
)
/** The minute of the day from which on mails go out that have waited for a day. */
const firstMails = 7 * 60

type Dated = Pick<Deps, 'config' | 'now'>

/** The organisation's zone, today there, and when the mails of tomorrow begin. */
async function today(tx: Tx, { now }: Dated, org: string): Promise<{ day: string; zone: string; tomorrow: number }> {
  const zone = zoneOf((await orgById(tx, org))?.settings.time_zone ?? null, 'UTC')
  const time = now().getTime()
  return {
    day: new Date(localOf(zone, time)).toISOString().slice(0, 10),
    zone,
    tomorrow: nextClock(zone, firstMails, nextClock(zone, 0, time) - 1),
  }
}

/** Locks the organisation's day until the transaction ends: of two processes one counts after the other. */
export async function lockMailDay(tx: Tx, deps: Dated, org: string) {
  const { day, ...times } = await today(tx, deps, org)
  const row = await one<{ made: number }>(
    tx,
    `insert into mail_days as d (org_id, day, made) values ($1, $2::date, 0) on conflict (org_id, day) do update set made = d.made returning made`,
    org,
    day,
  )
  return { day, ...times, isFull: (row?.made ?? 0) >= deps.config.mailsPerDay }
}

export const countMail = (tx: Tx, org: string, day: string) =>
  run(tx, 'update mail_days set made = made + 1 where org_id = $1 and day = $2::date', org, day)

/** The number of mails that the organisation has had today, and the number that it may have before some wait. */
export async function mailsToday(tx: Tx, deps: Dated, org: string): Promise<{ today: number; most: number }> {
  const { day } = await today(tx, deps, org)
  const row = await one<{ made: number }>(tx, 'select made from mail_days where org_id = $1 and day = $2::date', org, day)
  return { today: row?.made ?? 0, most: deps.config.mailsPerDay }
}

export const purgeMailDays = (tx: Tx, now: Date): Promise<number> =>
  run(tx, `delete from mail_days where day < $1::timestamptz - interval '30 days'`, now.toISOString())
