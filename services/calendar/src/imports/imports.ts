// Import of a calendar file: its events beside those that were imported before, and the new ones among one's own.
import { Worker } from 'node:worker_threads'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, unavailable } from '@lyceum/kit/calls/errors'
import { plainDatabase, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact, versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { EventChangedSchema } from '@lyceum/proto/calendar'
import type { Deps } from '../deps.ts'
import { orgZone } from '../zones.ts'
import type { FoundEvent, IcsFile } from './api.ts'
import type { IcsBadEntry } from './ics-lines.ts'
import type { IcsContent, IcsEvent, IcsFault } from './read-ics.ts'

/** Milliseconds and megabytes that reading a file may take. */
const [patience, memory] = [5000, 160]

/** Threads that read files at the same time, and files that wait for one of them. */
const [mostThreads, mostWaiting] = [2, 6]
const threads = { running: 0, waiting: [] as (() => void)[] }

/** The content of a file. 400 at ics for what is no calendar, is empty or too large; 503 while too many others are read. */
export async function contentOf(ics: string, reading: { zone: string; now: Date }): Promise<IcsContent> {
  if (threads.waiting.length >= mostWaiting) throw unavailable('busy', { retryAfter: 5 })
  // who ends hands their thread to who waits longest
  if (threads.running >= mostThreads) await new Promise<void>((resolve) => threads.waiting.push(resolve))
  else threads.running++
  try {
    return await readInThread(ics, reading)
  } finally {
    const next = threads.waiting.shift()
    if (next) next()
    else threads.running--
  }
}

async function readInThread(ics: string, { zone, now }: { zone: string; now: Date }): Promise<IcsContent> {
  const worker = new Worker(new URL('./ics-worker.ts', import.meta.url), {
    workerData: { text: ics, zone, now: now.getTime() },
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const read = new Promise<{ content: IcsContent } | { refused: IcsFault }>((resolve) => {
    const timer = setTimeout(() => resolve({ refused: 'calendarImport.tooMany' }), patience)
    worker.once('message', resolve)
    // out of memory, or the thread broke: the file is too much
    worker.once('error', () => resolve({ refused: 'calendarImport.tooMany' }))
    worker.once('exit', () => clearTimeout(timer))
  })
  const answer = await read
  await worker.terminate()
  if ('refused' in answer) throw invalid({ ics: answer.refused })
  return answer.content
}

async function zoneOf({ db }: Deps, actor: Actor, asked: string | undefined): Promise<string> {
  if (asked !== undefined && !isTimeZone(asked)) throw invalid({ time_zone: 'field.timeZone' })
  return asked ?? (await orgZone(db, actor.org))
}

type Row = { uid: string; key: string; title: string; location: string; description: string; allDay: boolean; start: number; end: number }
/** One row for each time; those of a series are told apart by their beginning. */
const rowsOf = (event: IcsEvent): Row[] =>
  event.times.map(({ start, end }) => ({
    key: event.uid,
    uid: event.times.length > 1 ? `${event.uid} @${new Date(start).toISOString()}` : event.uid,
    title: cleanTitle(event.title) || '–',
    location: cleanTitle(event.location),
    description: event.description,
    allDay: event.allDay,
    start,
    end,
  }))

type Known = { id: string; uid: string; version: string; same: boolean }
const knownSql = `
  select e.id::text, e.source_uid as uid, e.version::text,
    (e.title, e.location, e.description, e.all_day, e.start_time, e.end_time) is not distinct from
    (g.title, g.location, g.description, g."allDay", to_timestamp(g.start / 1000.0)::timestamptz(3), to_timestamp(g."end" / 1000.0)::timestamptz(3)) as same
  from jsonb_to_recordset($2::jsonb) as g(uid text, title text, location text, description text, "allDay" bool, start float8, "end" float8)
  join events e on e.created_by = $1 and e.source_uid = g.uid and e.deleted_at is null`

const knownAmong = async (tx: Tx, actor: Actor, list: Row[]): Promise<Map<string, Known>> =>
  new Map((await rows<Known>(tx, knownSql, actor.person, JSON.stringify(list))).map((one) => [one.uid, one]))

export async function previewIcs(
  deps: Deps,
  actor: Actor,
  { ics, time_zone }: IcsFile,
): Promise<{ events: FoundEvent[]; left_out: number; bad: IcsBadEntry[] }> {
  const { events, leftOut, bad } = await contentOf(ics, { zone: await zoneOf(deps, actor, time_zone), now: deps.now() })
  const known = await knownAmong(deps.db, actor, events.flatMap(rowsOf))
  return {
    left_out: leftOut,
    bad,
    events: events.map((event) => {
      const list = rowsOf(event)
      const there = list.flatMap(({ uid }) => known.get(uid) ?? [])
      const state = there.length === 0 ? 'new' : there.length === list.length && there.every(({ same }) => same) ? 'known' : 'changed'
      return {
        key: event.uid,
        title: list[0]!.title,
        start_time: new Date(list[0]!.start).toISOString(),
        end_time: new Date(list[0]!.end).toISOString(),
        all_day: event.allDay,
        location: list[0]!.location,
        times: list.length,
        left_out: event.leftOut,
        state,
        unknown_zone: event.unknownZone,
      }
    }),
  }
}

/** The file is read before the transaction begins: no connection is held meanwhile. */
export async function importIcs(
  deps: Deps,
  actor: Actor,
  { ics, time_zone, keys }: IcsFile & { keys?: string[] },
): Promise<{ made: number; changed: number; kept: number }> {
  const { pool, now } = deps
  const { events } = await contentOf(ics, { zone: await zoneOf(deps, actor, time_zone), now: now() })
  const chosen = keys && new Set(keys)
  const byUid = new Map(
    events.filter(({ uid }) => !chosen || chosen.has(uid)).flatMap((event) => rowsOf(event).map((row) => [row.uid, row] as const)),
  )
  return await plainDatabase(pool).$transaction((tx) => write(tx, actor, [...byUid.values()], now()))
}

/** One statement writes all events and their places. */
async function write(db: Tx, actor: Actor, list: Row[], now: Date): Promise<{ made: number; changed: number; kept: number }> {
  // two imports of one person at once would write what is new twice
  await run(db, `select pg_advisory_xact_lock(hashtextextended('calendar-import:' || $1, 0))`, actor.person)
  const known = await knownAmong(db, actor, list)
  const writes = list.flatMap((row) => {
    const before = known.get(row.uid)
    if (before?.same) return []
    return [{ ...row, id: before?.id ?? newId(), version: Number(versionAfter(before && BigInt(before.version), now)), fresh: !before }]
  })
  await rows(
    db,
    `
    with given as (
      select g.*, to_timestamp(g.start / 1000.0)::timestamptz(3) as starts, to_timestamp(g."end" / 1000.0)::timestamptz(3) as ends
      from jsonb_to_recordset($3::jsonb) as g(id uuid, uid text, title text, location text, description text, "allDay" bool, start float8, "end" float8, version int8)
    ), written as (
      insert into events (id, org_id, created_by, title, all_day, start_time, end_time, location, description, target_type, source_uid, version)
      select id, $2::uuid, $1::uuid, title, "allDay", starts, ends, location, description, 'self', uid, version from given
      on conflict (id) do update set title = excluded.title, all_day = excluded.all_day, start_time = excluded.start_time, end_time = excluded.end_time,
        location = excluded.location, description = excluded.description, version = excluded.version
    )
    insert into places (place_id, kind, item_id, starts, ends) select $1::uuid, 'event', id, starts, ends from given
    on conflict (place_id, item_id) do update set starts = excluded.starts, ends = excluded.ends`,
    actor.person,
    actor.org,
    JSON.stringify(writes),
  )
  await emitWrites(db, actor, writes)
  const made = writes.filter(({ fresh }) => fresh).length
  return { made, changed: writes.length - made, kept: list.length - writes.length }
}

const emitWrites = (
  tx: Tx,
  { person, org }: Actor,
  writes: { id: string; start: number; end: number; allDay: boolean; version: number }[],
) =>
  emitAll(
    tx,
    writes.map(({ id, start, end, allDay, version }, n) =>
      fact(
        EventChangedSchema,
        // one hint for all of them
        { key: `person:${person}`, org, ...(n === 0 && { hint: { people: [person] } }) },
        {
          id,
          orgId: org,
          targetType: 'self',
          startTime: new Date(start).toISOString(),
          endTime: new Date(end).toISOString(),
          allDay,
          createdBy: person,
          version: BigInt(version),
        },
      ),
    ),
  )
