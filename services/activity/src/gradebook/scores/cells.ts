// Cells of the gradebook: written with what the writer saw, read with comments, and their history.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, invalid, notKnownYet, Problem } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { personNames } from '@lyceum/identity/mirror/persons'
import type { Deps } from '../../deps.ts'
import { auditScores } from './audit-scores.ts'
import { groupsOfBook, readBook, type StoredBook, type StoredItem } from './book.ts'
import { hiddenSql, readScores, type ResultOf, shownResult } from './results.ts'
import { resultOf, treeOf } from './rules.ts'
import type { Cell, CellWrite, ScoreChange } from './api.ts'
import { studentsAmong } from './score-facts.ts'
import { exceeds, pointsTyped } from './typed-points.ts'
import { keyOf, type Gradebook, scoreColumns, type ScoreRow, textOf } from './score-row.ts'
import { beginWrite, countedPoints, noScore, readRows, type ScoreWrite, writeScores } from './write-scores.ts'

/** Whether who marks an activity must not learn whose these scores are. */
const hides = ({ anonymous, released }: Pick<StoredItem, 'anonymous' | 'released'>) => anonymous && !released

function checkCell(cell: CellWrite, item: StoredItem | undefined, field: string): Fields {
  if (!item || hides(item)) return { [`${field}.item_id`]: ['score.unknownItem', { id: cell.item_id }] }
  if (typeof cell.points !== 'string') return {}
  const typed = pointsTyped(cell.points)
  if ('fault' in typed) return { [`${field}.points`]: typed.fault }
  return exceeds(typed.points, item) ? { [`${field}.points`]: ['score.aboveMost', { most: item.points }] } : {}
}

/** The content of a cell to write. Over a work's own score it is kept as overridden; emptied, that one comes back. */
export function cellAfter(
  row: ScoreRow | undefined,
  cell: CellWrite,
  item: StoredItem,
  policy: StoredBook['policy'],
  by: string | null,
): ScoreWrite {
  const before = row ?? noScore(cell.item_id, cell.person_id)
  const rest = { comment: cell.comment ?? before.comment, by, what: 'written', reason: cell.reason ?? '' }
  if (cell.state === 'excused') return { ...before, ...rest, points: null, state: 'excused', overridden: false, what: 'excused' }
  const ofWork = before.n > 0 || before.earned !== null
  const own = { points: countedPoints(item, policy, before), state: '', overridden: false }
  if (typeof cell.points === 'string') {
    const typed = pointsTyped(cell.points) as { points: string }
    return { ...before, ...rest, points: typed.points, state: '', overridden: ofWork && typed.points !== own.points }
  }
  if (cell.points === null || (cell.state === '' && before.state !== ''))
    return { ...before, ...rest, ...(ofWork ? own : { points: null, state: '', overridden: false }) }
  return { ...before, ...rest }
}

/** 409 score.newer names every cell that stands otherwise than its writer saw, with what stands there; then nothing is written. */
export async function putCells(
  { db, now }: Deps,
  actor: Actor,
  place: Gradebook,
  cells: CellWrite[],
): Promise<{ cells: Cell[]; results: ResultOf[]; task: string | null }> {
  const persons = [...new Set(cells.map(({ person_id }) => person_id))]
  const students = await studentsAmong(db, place.course, persons)
  const stranger = cells.findIndex(({ person_id }) => !students.has(person_id))
  if (stranger >= 0) throw invalid({ [`cells.${stranger}.person_id`]: notKnownYet('score.notStudent', { id: cells[stranger]!.person_id }) })
  const book = await beginWrite(db, place, persons)
  const itemOf = new Map(book.items.map((item) => [item.id, item]))
  const wrong = Object.assign({}, ...cells.map((cell, nth) => checkCell(cell, itemOf.get(cell.item_id), `cells.${nth}`))) as Fields
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const before = await readRows(
    db,
    cells.map(({ item_id }) => item_id),
    persons,
  )
  // the last of a cell counts
  const writes = [...new Map(cells.map((cell) => [keyOf(cell), cell])).values()]
  const newer = writes.filter((cell) => seenOf(cell.saw) !== textOf(before.get(keyOf(cell))))
  if (newer.length > 0) throw await newerCells(db, newer, before)
  const after = writes.map((cell) => cellAfter(before.get(keyOf(cell)), cell, itemOf.get(cell.item_id)!, book.policy, actor.person))
  const { written, results, task } = await writeScores(db, place, book, before, after, now())
  await auditScores(db, place, book, before, written)
  return { cells: written.map(toCell), results, task }
}
const seenOf = (saw: string | null): string | null => {
  if (saw === null || saw === 'excused') return saw
  const typed = pointsTyped(saw)
  return 'points' in typed ? typed.points : saw
}

async function newerCells(tx: Tx, cells: CellWrite[], before: ReadonlyMap<string, ScoreRow>): Promise<Problem> {
  const by = await rows<{ item_id: string; person_id: string; name: string | null }>(
    tx,
    `select s.item_id::text, s.person_id::text, p.name from scores s left join mirror.persons p on p.id = s.by_id and not p.deleted
     where s.item_id = any($1) and s.person_id = any($2)`,
    cells.map(({ item_id }) => item_id),
    cells.map(({ person_id }) => person_id),
  )
  const nameOf = new Map(by.map((row) => [keyOf(row), row.name]))
  return new Problem(409, 'score.newer', {
    params: {
      cells: cells.map((cell) => ({
        item_id: cell.item_id,
        person_id: cell.person_id,
        points: textOf(before.get(keyOf(cell))) ?? '',
        by: nameOf.get(keyOf(cell)) ?? '',
      })),
    },
  })
}

export const toCell = (row: ScoreRow): Cell => ({
  item_id: row.item_id,
  person_id: row.person_id,
  points: row.points,
  state: row.state as Cell['state'],
  earned: row.earned === row.points ? null : row.earned,
  late_seconds: row.late_seconds,
  overridden: row.overridden,
  comment: row.comment,
  released: row.released,
  release_at: row.release_at?.toISOString() ?? null,
})

/** 400 score.notStudent. */
export async function readPersonScores({ db }: Deps, { course }: Gradebook, person: string) {
  if (!(await studentsAmong(db, course, [person])).has(person)) throw invalid({ person: notKnownYet('score.notStudent', { id: person }) })
  const book = await readBook(db, course)
  const found = await rows<ScoreRow>(
    db,
    `select ${scoreColumns('s')} from scores s join score_items i on i.id = s.item_id and not i.deleted
     where s.course_id = $1 and s.person_id = $2 and not ${hiddenSql('i', 's')} order by i.sort, i.no`,
    course,
    person,
  )
  const scores = (await readScores(db, course, [person])).get(person) ?? new Map()
  const groups = groupsOfBook(book)
  return {
    cells: found.map(toCell),
    result: shownResult(book.policy, resultOf(groups, scores)),
    tree: treeOf(groups, scores, book.policy.digits),
  }
}

/** The newest first. */
export async function readHistory({ db }: Deps, item: string, person: string): Promise<{ items: ScoreChange[] }> {
  const changes = await rows<Omit<ScoreChange, 'at' | 'by'> & { at: Date; by_id: string | null }>(
    db,
    `
    select c.at, c.by_id::text, c.what, c.before, c.after, c.reason from score_changes c
    join score_items i on i.id = c.item_id left join scores s on s.item_id = c.item_id and s.person_id = c.person_id
    where c.item_id = $1 and c.person_id = $2 and not (i.anonymous and not i.released and not coalesce(s.released, false))
    order by c.id desc limit 200`,
    item,
    person,
  )
  const names = await personNames(
    db,
    changes.flatMap(({ by_id }) => by_id ?? []),
  )
  return {
    items: changes.map(({ at, by_id, ...change }) => {
      const by = by_id ? names.get(by_id) : undefined
      return { ...change, at: at.toISOString(), by: by && !by.deleted ? { id: by.id, name: by.name } : null }
    }),
  }
}
