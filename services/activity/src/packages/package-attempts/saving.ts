// Saving what a package has set. Hot: one read, a pure merge, one write that holds while nothing else has written the attempt; progress, scores and facts only when
// its result changes.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound, tooMany, unavailable } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, plain, plainDatabase, rows, type Tx } from '@lyceum/kit/database/database'
import { assertOpen } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { closes, joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import { countsProgress } from '../../trial.ts'
import { attemptColumns, type AttemptRow, endedSql } from '../attempt-row.ts'
import { itemsOf } from '../opened-packages.ts'
import { recordResult } from '../package-results.ts'
import { emptyMemory, type Mark, merge, type ScoMemory, sizeOf } from '../package-rules/merge.ts'
import { type AttemptResult, attemptResult } from '../package-rules/results.ts'
import { secondsOf } from '../package-rules/session-times.ts'
import { type Entry, mostOfAttempt, mostOfSequencing, type RefusedElement, type Save, savesInSecond, type SaveReply } from './api.ts'
import { type JournalLine, lineOf, trimJournal } from './journal.ts'

/** Entries that arrive so long after the end still count: a connection may have been lost. */
const lateAfterEnd = 15 * 60_000
/** Tries against saves of the same attempt from another window. */
const patience = 8

type ActivityColumns = Pick<Activity, 'type' | 'settings' | 'deleted'> & {
  activity_id: string
  org_id: string
  course_id: string
  criterion_key: string
  shown: boolean
  opens: Date | null
  closes: Date | null
}
export type SavedRow = AttemptRow & ActivityColumns & { ended_at: Date | null; memories: Record<string, ScoMemory> }

const readRow = (tx: Tx, attempt: string, activity: string, person: string, scos: string[]): Promise<SavedRow | undefined> =>
  one<SavedRow>(
    tx,
    `select ${attemptColumns}, ${endedSql} as ended_at, a.id::text as activity_id, a.org_id::text, a.course_id::text, a.type, a.settings, a.deleted, a.criterion_key,
       ${shownSql('a')} as shown, ${opens} as opens, ${closes} as closes,
       coalesce((select jsonb_object_agg(s.sco, jsonb_build_object('seqs', s.seqs, 'mark', s.mark)) from sco_states s
         where s.attempt_id = p.id and s.sco = any($4::text[])), '{}') as memories
     from package_attempts p join activities a on a.id = p.activity_id ${joinTimes('$3::uuid')}
     where p.id = $1 and p.activity_id = $2 and p.person_id = $3::uuid and p.deleted_at is null`,
    attempt,
    activity,
    person,
    scos,
  )

function checkOpen(row: SavedRow, scope: CourseScope, time: Date): void {
  const late = row.closes !== null && time.getTime() - row.closes.getTime() < lateAfterEnd && !seesAll(scope.access)
  const endTime = late ? null : row.closes
  const { activity_id: id, type, settings, deleted, shown: published, opens: startTime } = row
  assertOpen({ id, type, settings, deleted, published, startTime, endTime }, scope.access, time)
}

/**
 * 404 packageAttempt.notFound for one of somebody else or in the bin, 409 package.elsewhere with `at`, also a quarter of an hour after the next attempt has begun, 429 beyond five in a second; 403 once the activity
 * has been over for a quarter of an hour. The same save once more has the same answer.
 */
export async function savePackage(deps: Deps, actor: Actor, scope: CourseScope, activity: string, body: Save): Promise<SaveReply> {
  const { pool, kv, now } = deps
  const time = now()
  if ((await kv.incr(`package:${actor.person}:${Math.floor(time.getTime() / 1000)}`, 5)) > savesInSecond) throw tooMany(1)
  const sequencing = body.sequencing === undefined ? undefined : JSON.stringify(body.sequencing)
  if (sequencing && sequencing.length > mostOfSequencing) throw invalid({ sequencing: 'field.tooLong' })
  const entries = [...body.entries].sort((a, b) => a.seq - b.seq)
  const scos = [...new Set(entries.map(({ sco }) => sco))]
  const [reads, tx] = [sharedReads(pool), plain(pool)]
  for (let tries = 0; tries < patience; tries++) {
    const row = await readRow(reads, body.attempt, activity, actor.person, scos)
    if (!row || row.trial !== !countsProgress(scope)) throw notFound('packageAttempt', body.attempt)
    if (row.device !== body.device) throw conflict('package.elsewhere', { at: later(row.device_at, row.updated_at).toISOString() })
    // else what is done after the next one began would improve this one, where the first counts or all of them do
    if (row.ended_at && time.getTime() - row.ended_at.getTime() > lateAfterEnd)
      throw conflict('package.elsewhere', { at: row.ended_at.toISOString() })
    checkOpen(row, scope, time)
    const items = await itemsOf(reads, row.upload_id, row.package)
    // without it every element would be refused, and the device would drop entries that are saved nowhere
    if (!items) throw unavailable()
    const merged = mergeAll(row, entries, new Set(items.keys()), time)
    const newest = entries.at(-1)?.seq ?? Number(row.seq)
    const moves = newest > Number(row.seq)
    const sequenced = sequencing !== undefined && (moves || entries.length === 0) ? sequencing : undefined
    const reply = (state: AttemptResult, saved: Date): SaveReply => ({
      seq: newest,
      state,
      saved_at: saved.toISOString(),
      refused: merged.refused,
    })
    if (!merged.changed && !moves && sequenced === undefined) return reply(stateOf(row), row.updated_at)
    const result = merged.marked ? await resultAfter(reads, row, [...items.values()], merged.memories) : stateOf(row)
    const seconds = Math.min(Math.max(0, row.seconds + merged.seconds), Math.max(row.seconds, wallClock(row, time)))
    const write: Writing = { row, merged, result, seq: Math.max(newest, Number(row.seq)), seconds, sequencing: sequenced, time }
    const isSaved = differs(row, result)
      ? await plainDatabase(pool).$transaction(
          async (own) => (await writeAll(own, write)) && (await recordResult(own, row, actor.person, result, time)),
        )
      : await writeAll(tx, write)
    if (!isSaved) continue
    await trimJournal(tx, row.id, row.noted + merged.lines.length)
    return reply(result, time)
  }
  throw unavailable()
}

const stateOf = ({ status, success, score }: AttemptResult): AttemptResult => ({ status, success, score })
const later = (a: Date, b: Date): Date => (a > b ? a : b)
const wallClock = ({ started_at }: AttemptRow, time: Date) => Math.ceil((time.getTime() - started_at.getTime()) / 1000)
/** Whether more than the words of its page hangs on the change. */
const differs = (before: AttemptResult, after: AttemptResult): boolean =>
  before.success !== after.success || before.score !== after.score || (before.status !== after.status && after.status === 'completed')

type MergedAll = {
  memories: Map<string, ScoMemory>
  patches: Map<string, Record<string, string>>
  lines: JournalLine[]
  refused: RefusedElement[]
  /** Something of a state is other than before. */
  changed: boolean
  /** Something on which the result hangs is. */
  marked: boolean
  /** That were added. */
  seconds: number
  /** Letters that were added. */
  size: number
}

function mergeAll(row: SavedRow, entries: readonly Entry[], known: ReadonlySet<string>, time: Date): MergedAll {
  const all: MergedAll = {
    memories: new Map(),
    patches: new Map(),
    lines: [],
    refused: [],
    changed: false,
    marked: false,
    seconds: 0,
    size: 0,
  }
  for (const entry of entries) {
    const { seq, sco } = entry
    if (!known.has(sco)) {
      all.refused.push(...Object.keys(entry.set).map((element) => ({ seq, sco, element, fault: 'element' as const })))
      continue
    }
    const stored = Object.hasOwn(row.memories, sco) ? row.memories[sco] : undefined
    const fresh = emptyMemory()
    const before = all.memories.get(sco) ?? stored ?? fresh
    const { memory, patch, refused } = merge(row.kind, before, entry, mostOfAttempt - row.size - all.size)
    const isMarked = before === fresh || countedIn(before) !== countedIn(memory)
    const isLonger = JSON.stringify(before.mark.times) !== JSON.stringify(memory.mark.times)
    if (isMarked || isLonger || Object.keys(patch).length > 0) {
      all.memories.set(sco, memory)
      all.patches.set(sco, { ...all.patches.get(sco), ...patch })
      all.changed = true
    }
    all.marked ||= isMarked
    all.seconds += secondsOf(memory.mark.times) - secondsOf(before.mark.times)
    all.size += sizeOf(memory) - sizeOf(before)
    all.refused.push(...refused.map((one) => ({ seq, sco, ...one })))
    all.lines.push(lineOf(entry, refused, row.started_at, time))
  }
  all.seconds = Math.round(all.seconds)
  return all
}

/** Whatever of a state the result hangs on. */
const countedIn = ({ mark: { times: _, ...counted } }: ScoMemory): string => JSON.stringify(counted, Object.keys(counted).sort())

/** The result over all items: those of this save by their new marks, the others by their stored ones. */
async function resultAfter(
  tx: Tx,
  row: SavedRow,
  items: Parameters<typeof attemptResult>[1],
  memories: ReadonlyMap<string, ScoMemory>,
): Promise<AttemptResult> {
  const stored = await rows<{ sco: string; mark: Mark }>(tx, 'select sco, mark from sco_states where attempt_id = $1', row.id)
  const marks = new Map(stored.map(({ sco, mark }) => [sco, mark]))
  for (const [sco, { mark }] of memories) marks.set(sco, mark)
  return attemptResult(row.kind, items, marks, row)
}

type Writing = {
  row: SavedRow
  merged: MergedAll
  result: AttemptResult
  seq: number
  seconds: number
  sequencing: string | undefined
  time: Date
}

/** False when something else has written the attempt since it was read: then nothing is written. */
async function writeAll(tx: Tx, { row, merged, result, seq, seconds, sequencing, time }: Writing): Promise<boolean> {
  const states = [...merged.memories].map(([sco, { seqs, mark }]) => ({ sco, seqs, mark, data: merged.patches.get(sco) ?? {} }))
  const written = await one(
    tx,
    `
    with held as (
      update package_attempts set seq = $3::bigint, status = $4, success = $5, score = $6::text::numeric, seconds = $7, size = size + $8::int,
        noted = noted + $9::int, sequencing = case when $10::text is null then sequencing else nullif($10::text, 'null')::jsonb end, updated_at = $11,
        version = version + 1
      where id = $1 and version = $2::text::bigint and deleted_at is null returning id),
      kept as (
        insert into sco_states as s (attempt_id, sco, data, seqs, mark, updated_at)
        select held.id, e.sco, e.data, e.seqs, e.mark, $11::timestamptz
        from held, jsonb_to_recordset($12::text::jsonb) as e(sco text, data jsonb, seqs jsonb, mark jsonb)
        on conflict (attempt_id, sco) do update set data = s.data || excluded.data, seqs = excluded.seqs, mark = excluded.mark,
          updated_at = excluded.updated_at),
      noted as (
        insert into sco_journal (attempt_id, seq, sco, at, elements, ended, refused)
        select held.id, j.seq, j.sco, j.at, j.elements, j.ended, j.refused
        from held, jsonb_to_recordset($13::text::jsonb) as j(seq bigint, sco text, at timestamptz, elements jsonb, ended bool, refused jsonb)
        on conflict (attempt_id, seq) do nothing)
    select from held`,
    row.id,
    row.version,
    seq,
    result.status,
    result.success,
    result.score,
    seconds,
    merged.size,
    merged.lines.length,
    sequencing ?? null,
    time,
    JSON.stringify(states),
    JSON.stringify(merged.lines),
  )
  return written !== undefined
}
