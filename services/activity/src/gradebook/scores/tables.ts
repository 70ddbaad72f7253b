// The calls that take the book out as a table, and write a table into it: previewed, then all of it or nothing.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { csvOf } from '@lyceum/kit/text/csv'
import { plainDecimal } from '@lyceum/kit/text/decimals'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import type { CsvPreview } from './tables-api.ts'
import { auditScores } from './audit-scores.ts'
import { readBook, type StoredBook } from './book.ts'
import { cellAfter } from './cells.ts'
import { excusedWord, headsOf, readTable, type Student, type Table, type TableCell } from './csv-table.ts'
import { hiddenSql, type ScoreText } from './results.ts'
import { type Gradebook, type ScoreRow, textOf } from './score-row.ts'
import { beginWrite, readRows, writeScores } from './write-scores.ts'

/** Scores that an import writes at most. */
const mostChanges = 20_000

const visible = ({ items }: StoredBook) => items.filter(({ anonymous, released }) => !anonymous || released)

const studentsOf = (tx: Tx, course: string): Promise<Student[]> =>
  rows<Student>(
    tx,
    `select p.id::text, p.name, p.user_no, p.email from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
     where m.course_id = $1 and m.role = 'student' and m.state = 'active' order by p.name, p.id`,
    course,
  )

type Compared = Table & { book: StoredBook; before: Map<string, ScoreRow>; changed: TableCell[] }
const rowOf = (before: ReadonlyMap<string, ScoreRow>, { item, person }: TableCell) => before.get(`${item.id} ${person.id}`)

async function compare(tx: Tx, csv: string, book: StoredBook, students: Student[]): Promise<Compared> {
  const table = readTable(csv, students, visible(book))
  const before = await readRows(
    tx,
    table.cells.map(({ item }) => item.id),
    table.cells.map(({ person }) => person.id),
  )
  const changed = table.cells.filter((cell) => textOf(rowOf(before, cell)) !== cell.after)
  if (changed.length > mostChanges) throw invalid({ csv: 'scoreImport.tooLarge' })
  return { ...table, book, before, changed }
}

/** Names what would be changed, and from what. */
const versionOf = ({ changed, before }: Compared): string =>
  createHash('sha256')
    .update(JSON.stringify(changed.map((cell) => [cell.item.id, cell.person.id, textOf(rowOf(before, cell)), cell.after])))
    .digest('hex')

/** The first 2,000 changes, 500 errors and 500 notes; `total` counts all changes. */
export async function previewImport({ db }: Deps, { course }: Gradebook, csv: string): Promise<CsvPreview> {
  const compared = await compare(db, csv, await readBook(db, course), await studentsOf(db, course))
  const { cells, changed, errors, notes, ignored, before } = compared
  return {
    version: versionOf(compared),
    changes: changed.slice(0, 2000).map((cell) => ({
      line: cell.line,
      person: { id: cell.person.id, name: cell.person.name, user_no: cell.person.user_no },
      item_id: cell.item.id,
      title: cell.item.title,
      before: textOf(rowOf(before, cell)),
      after: cell.after,
    })),
    total: changed.length,
    errors: errors.slice(0, 500),
    notes: notes.slice(0, 500),
    ignored,
    unchanged: cells.length - changed.length,
  }
}

/** 409 scoreImport.changed when the book has moved since the preview; 400 scoreImport.errors. */
export async function importTable(
  { db, now }: Deps,
  actor: Actor,
  place: Gradebook,
  { csv, version }: { csv: string; version: string },
): Promise<{ changed: number; task: string | null }> {
  const students = await studentsOf(db, place.course)
  const named = readTable(csv, students, visible(await readBook(db, place.course))).cells.map(({ person }) => person.id)
  const book = await beginWrite(db, place, named)
  const compared = await compare(db, csv, book, students)
  if (compared.errors.length > 0) throw invalid({ csv: 'scoreImport.errors' })
  if (versionOf(compared) !== version) throw conflict('scoreImport.changed')
  const writes = compared.changed.map((cell) => {
    const value = cell.after === 'excused' ? { state: 'excused' as const } : { points: cell.after }
    const write = { item_id: cell.item.id, person_id: cell.person.id, saw: null, ...value }
    return { ...cellAfter(rowOf(compared.before, cell), write, cell.item, book.policy, actor.person), what: 'imported' }
  })
  const { written, task } = await writeScores(db, place, book, compared.before, writes, now())
  await auditScores(db, place, book, compared.before, written)
  if (writes.length > 0)
    await audit(db, {
      action: 'scores.imported',
      subject: `course:${place.course}`,
      org: place.org,
      course: place.course,
      after: { scores: writes.length },
    })
  return { changed: writes.length, task }
}

export async function exportTable({ db }: Deps, { course }: Gradebook): Promise<{ name: string; csv: string }> {
  const book = await readBook(db, course)
  const items = visible(book)
  const students = await rows<Student & { percent: string | null; letter: string | null; scores: ScoreText[] | null }>(
    db,
    `
    with scored as materialized (
      select s.person_id, json_agg(json_build_array(s.item_id, trim_scale(s.points)::text, s.state)) as scores
      from scores s join score_items i on i.id = s.item_id and not i.deleted where s.course_id = $1 and not ${hiddenSql('i', 's')} group by s.person_id)
    select p.id::text, p.name, p.user_no, p.email, r.shown as percent, r.letter, c.scores
    from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
    left join scored c on c.person_id = m.person_id left join course_results r on r.course_id = m.course_id and r.person_id = m.person_id
    where m.course_id = $1 and m.role = 'student' and m.state = 'active' order by p.name, p.id`,
    course,
  )
  const lines = students.map(({ name, user_no, email, percent, letter, scores }) => {
    const scoreOf = new Map(
      (scores ?? []).map(([item, points, state]) => [item, state === 'excused' ? excusedWord : plainDecimal(points ?? '')]),
    )
    return [
      name,
      user_no,
      email,
      ...items.map(({ id }) => scoreOf.get(id) ?? ''),
      percent ?? '',
      ...(book.policy.levels ? [letter ?? ''] : []),
    ]
  })
  const head = ['name', 'user_no', 'email', ...headsOf(items), 'result', ...(book.policy.levels ? ['level'] : [])]
  const named = await one<{ name: string }>(
    db,
    `select coalesce(nullif(course_code, ''), name) as name from mirror.courses where id = $1`,
    course,
  )
  return { name: `${named?.name ?? course}.csv`, csv: csvOf([head, ...lines]) }
}
