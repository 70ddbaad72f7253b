// The one writer of scores: rows, their history, the facts of those that are released, and the results that follow.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { keyOf, type Gradebook, scoreColumns, type ScoreRow, textOf } from './score-row.ts'
import { lateTermsOf, lockBook, readBook, type StoredBook, type StoredItem } from './book.ts'
import { pointsOf, unitsOf } from '../../points/decimals.ts'
import { followScores } from './follow-scores.ts'
import { lockResults, type ResultOf } from './results.ts'
import { afterLate } from './rules.ts'
import { emitScores, type ScoreFactRow, scoreFactColumns } from './score-facts.ts'

/** The values of a score to write; those left out stay. */
export type ScoreWrite = {
  item_id: string
  person_id: string
  points: string | null
  state: string
  earned: string | null
  late_seconds: number
  n: number
  overridden: boolean
  comment: string
  by: string | null
  /** A word of ScoreChange.what. */
  what: string
  reason: string
}

/** Begins a write of scores of these people: nobody else changes them until the transaction ends. 409 results.final. */
export async function beginWrite(tx: Tx, place: Gradebook, persons: readonly string[]): Promise<StoredBook> {
  await lockBook(tx, place)
  await lockResults(tx, place.course, persons)
  return await readBook(tx, place.course)
}

/** The scores of these people in these items, as they stand. */
export async function readRows(tx: Tx, items: readonly string[], persons: readonly string[]): Promise<Map<string, ScoreRow>> {
  const found = await rows<ScoreRow>(
    tx,
    `select ${scoreColumns('s')} from scores s where s.item_id = any($1) and s.person_id = any($2)`,
    [...new Set(items)],
    [...new Set(persons)],
  )
  return new Map(found.map((row) => [keyOf(row), row]))
}
/** An empty score, to begin with. */
export const noScore = (item_id: string, person_id: string): Omit<ScoreWrite, 'by' | 'what' | 'reason'> => ({
  item_id,
  person_id,
  points: null,
  state: '',
  earned: null,
  late_seconds: 0,
  n: 0,
  overridden: false,
  comment: '',
})

/** The points that count of work: late points taken off. */
export function countedPoints(
  item: Pick<StoredItem, 'type' | 'settings' | 'points'>,
  policy: StoredBook['policy'],
  { earned, late_seconds }: Pick<ScoreRow, 'earned' | 'late_seconds'>,
): string | null {
  if (earned === null) return null
  return pointsOf(afterLate(unitsOf(earned), unitsOf(item.points), late_seconds, lateTermsOf(item, policy)))
}

/** Writes them after beginWrite, without the results. New ones are shown where their item is released. Returns the rows that changed. */
export async function putScores(
  tx: Tx,
  place: Gradebook,
  { items }: Pick<StoredBook, 'items'>,
  before: ReadonlyMap<string, ScoreRow>,
  writes: readonly ScoreWrite[],
  now: Date,
): Promise<ScoreRow[]> {
  const changed = writes.filter((write) => differs(before.get(keyOf(write)), write))
  if (changed.length === 0) return []
  const written = await upsert(tx, place, changed, new Map(items.map((item) => [item.id, item])), now)
  await keepHistory(tx, before, changed)
  await emitScores(tx, before, written, now)
  return written
}

/** The same, with the results that follow; those of many people are left to a task. */
export async function writeScores(
  tx: Tx,
  place: Gradebook,
  book: StoredBook,
  before: ReadonlyMap<string, ScoreRow>,
  writes: readonly ScoreWrite[],
  now: Date,
): Promise<{ written: ScoreRow[]; results: ResultOf[]; task: string | null }> {
  const written = await putScores(tx, place, book, before, writes, now)
  const counted = written.filter((row) => textOf(row) !== textOf(before.get(keyOf(row))))
  const persons = [...new Set(counted.map(({ person_id }) => person_id))].sort()
  return { written, ...(await followScores(tx, place, book, persons)) }
}

const compared = ['points', 'state', 'earned', 'late_seconds', 'n', 'overridden', 'comment'] as const
const differs = (row: ScoreRow | undefined, write: ScoreWrite) => {
  const from = row ?? noScore(write.item_id, write.person_id)
  return compared.some((field) => from[field] !== write[field])
}

const upsert = (tx: Tx, { org, course }: Gradebook, writes: readonly ScoreWrite[], itemOf: ReadonlyMap<string, StoredItem>, now: Date) =>
  rows<ScoreFactRow>(
    tx,
    `
    with written as (
      insert into scores as s (item_id, person_id, org_id, course_id, points, earned, state, late_seconds, n, overridden, comment, released, released_at,
        by_id, version)
      select w.item_id, w.person_id, $2::uuid, $3::uuid, w.points, w.earned, w.state, w.late_seconds, w.n, w.overridden, w.comment, w.released,
        case when w.released then $4::timestamptz end, w.by, ${nextVersion('0')}
      from jsonb_to_recordset($1::jsonb) as w(item_id uuid, person_id uuid, points numeric, earned numeric, state text, late_seconds int, n int,
        overridden bool, comment text, released bool, by uuid)
      order by w.item_id, w.person_id
      on conflict (item_id, person_id) do update set points = excluded.points, earned = excluded.earned, state = excluded.state,
        late_seconds = excluded.late_seconds, n = excluded.n, overridden = excluded.overridden, comment = excluded.comment, by_id = excluded.by_id,
        version = ${nextVersion('s.version')}
      returning *)
    select ${scoreColumns('s')}, ${scoreFactColumns('s')} from written s`,
    JSON.stringify(writes.map((write) => ({ ...write, released: itemOf.get(write.item_id)?.released ?? false }))),
    org,
    course,
    now,
  )

async function keepHistory(tx: Tx, before: ReadonlyMap<string, ScoreRow>, writes: readonly ScoreWrite[]): Promise<void> {
  const lines = writes.map((write) => {
    const [was, is] = [textOf(before.get(keyOf(write))), textOf(write)]
    const what = was === is && write.what === 'written' ? 'comment' : write.what
    return {
      id: newId(),
      item_id: write.item_id,
      person_id: write.person_id,
      by: write.by,
      what,
      before: was,
      after: is,
      reason: write.reason,
    }
  })
  await addHistory(tx, lines)
}
type HistoryLine = Pick<ScoreWrite, 'item_id' | 'person_id' | 'by' | 'what' | 'reason'> & {
  id: string
  before: string | null
  after: string | null
}
export const addHistory = (tx: Tx, lines: HistoryLine[]) =>
  run(
    tx,
    `
    insert into score_changes (id, item_id, person_id, by_id, what, before, after, reason)
    select l.id, l.item_id, l.person_id, l.by, l.what, l.before, l.after, l.reason
    from jsonb_to_recordset($1::jsonb) as l(id uuid, item_id uuid, person_id uuid, by uuid, what text, before text, after text, reason text)`,
    JSON.stringify(lines),
  )
