// The look at meetings of providers: who is there while they are on, and their recordings once they are over.
import { type Database, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { accountAt } from '../accounts/accounts.ts'
import { aliasOf, meetingColumns, type MeetingRow, meetingTables, overAt } from '../meeting-row.ts'
import { ProviderFailed } from '../providers/asking.ts'
import type { At, MadeMeetings, Presence } from '../providers/provider.ts'
import { madeMeetings } from '../providers/providers.ts'
import { giveUpFetching, keepRecordings } from '../recordings/keeping.ts'
import type { MadeProvider } from '../shapes.ts'
import type { Made } from './plan.ts'

type Watched = MeetingRow & { made: Made | null; looked_at: Date | null; alias_key: string }
/** Meetings of each sort that one round takes. */
export const atOnce = 40
/** Meetings that are asked for at a time. */
const beside = 4
/** Seconds between two looks. A longer gap, as of a process that was away, counts no more than twice that. */
const between = 30
/** Milliseconds: until the recordings of an ended meeting are asked for; for which a provider that does not answer is looked at after the end. */
const [firstAsk, patience] = [5 * 60_000, 2 * 3_600_000]
/** Milliseconds after which a meeting without times that nobody is in is over. */
const idle = 10 * 60_000

/** Claims meetings by moving their next time on: what a process that ends meanwhile has not done waits for the next round. */
const claim = (tx: Tx, column: 'look_at' | 'ask_at', set: string, now: Date) =>
  rows<Watched>(
    tx,
    `with due as (select activity_id from meetings where ${column} <= $1 order by ${column} limit ${atOnce} for update skip locked),
     claimed as (update meetings m set ${set} from due where m.activity_id = due.activity_id returning m.activity_id)
     select ${meetingColumns}, m.made, m.looked_at, m.alias_key::text from ${meetingTables} where a.id in (select activity_id from claimed)`,
    now,
  )

/** Looks at the meetings that are due and asks for recordings that are due, once each. Returns how many it were. */
export async function watchMeetings(deps: Deps, database: Database, signal?: AbortSignal): Promise<number> {
  const now = deps.now()
  const ask = async <T>(row: Watched, what: (made: MadeMeetings, at: At, ref: string) => Promise<T>): Promise<T | undefined> => {
    const provider = row.made?.provider ?? (row.provider as MadeProvider)
    const at = await accountAt(database, deps, row.org_id, provider, { off: true, ...(signal && { signal }) })
    if (!at) return undefined
    return await what(madeMeetings(provider), at, row.made?.ref ?? row.id).catch((error: unknown) => {
      if (error instanceof ProviderFailed) return undefined
      throw error
    })
  }
  const on = await claim(database, 'look_at', `look_at = $1::timestamptz + interval '${between} seconds'`, now)
  await inTurns(on, async (row) => {
    const seen = await ask(row, (made, at, ref) => made.state(at, ref))
    await database.$transaction((tx) => note(tx, row, seen, now))
  })
  // at 5, 15 and 60 minutes, then hourly for two days
  const next = `case m.ask_n when 0 then 10 when 1 then 45 else 60 end`
  const over = await claim(
    database,
    'ask_at',
    `ask_n = m.ask_n + 1, ask_at = case when m.ask_n < 49 then $1::timestamptz + make_interval(mins => ${next}) end`,
    now,
  )
  await inTurns(over, async (row) => {
    const found = await ask(row, async (made, at, ref) => ({ list: await made.recordings(at, ref), fetches: at.fetches ?? false }))
    await database.$transaction((tx) => (found ? keepRecordings(tx, deps, row, found) : giveUpFetching(tx, row, now)))
  })
  return on.length + over.length
}

async function inTurns<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...list]
  const failures: unknown[] = []
  await Promise.all(
    Array.from({ length: beside }, async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift())
        await work(one).catch((failure: unknown) => void failures.push(failure))
    }),
  )
  if (failures.length > 0) throw failures[0]
}

const unwatch = 'update meetings set look_at = null, looked_at = null, ask_at = $2, ask_n = 0 where activity_id = $1 and began_at is null'

/** `seen` is undefined where the provider did not answer. */
async function note(tx: Tx, row: Watched, seen: Presence | undefined, now: Date): Promise<void> {
  if (seen?.running) await countSeconds(tx, row, seen, now)
  // moved since it was on: the next one who joins has it looked at again
  else if (row.began_at === null)
    return void (await run(tx, unwatch, row.id, row.options.record ? new Date(now.getTime() + firstAsk) : null))
  const end = row.ended_at ?? overAt(row.starts_at, row.ends_at)
  const isOver = end ? end <= now : row.began_at !== null && now.getTime() - row.began_at.getTime() > idle
  // without times: since it was last seen
  const last = end ?? row.looked_at ?? row.began_at
  const gaveUp = !seen && last !== null && now.getTime() - last.getTime() > patience
  if (isOver && (gaveUp || (seen && !seen.running)))
    await run(
      tx,
      'update meetings set look_at = null, looked_at = null, ask_at = $2, ask_n = 0 where activity_id = $1',
      row.id,
      row.options.record ? new Date(now.getTime() + firstAsk) : null,
    )
  else if (seen) await run(tx, 'update meetings set looked_at = $2 where activity_id = $1', row.id, now)
}

/** People whom a provider only sees have been there since the last look. */
async function countSeconds(tx: Tx, { id, alias_key, looked_at }: Watched, { people }: Presence, now: Date): Promise<void> {
  const known = await rows<{ person: string }>(
    tx,
    'select person_id::text as person from meeting_people where activity_id = $1 limit 5000',
    id,
  )
  const byAlias = new Map(people.map((one) => [one.alias, one.seconds]))
  const gap = looked_at ? Math.round((now.getTime() - looked_at.getTime()) / 1000) : between
  const seconds = Math.min(gap, 2 * between)
  const there = known.flatMap(({ person }) => {
    const counted = byAlias.get(aliasOf(alias_key, person))
    return counted === undefined ? [] : [{ person, counted }]
  })
  if (there.length === 0) return
  await run(
    tx,
    `update meeting_people p set seconds = case when t.counted is null then p.seconds + $3 else greatest(p.seconds, t.counted) end
     from jsonb_to_recordset($2::jsonb) as t(person uuid, counted int) where p.activity_id = $1 and p.person_id = t.person`,
    id,
    JSON.stringify(there),
    seconds,
  )
}
