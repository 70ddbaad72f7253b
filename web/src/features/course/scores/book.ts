// The gradebook as the page holds it: a row for each student with the values of its cells, and what an answer changes in it. Pure.
// A cell's value is its points, `excused`, or empty.
import { holding } from '@lyceum/kit/text/folded'
import type {
  Cell,
  CellTexts,
  CourseResult,
  Gradebook,
  GradebookStudent,
  ScoreCategory,
  ScoreItem,
} from '@lyceum/activity/gradebook/scores/api'
import { sameDecimal, unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { decimalsOf, roundedDecimal } from '@lyceum/kit/text/decimals'

export type Student = GradebookStudent
export type Item = ScoreItem
export const excused = 'excused'

/** Of a cell with its value: what stands beside it. */
export type CellMarks = { released: boolean; missing: boolean; late: boolean; overridden: boolean; comment: boolean }
export type CellView = CellMarks & { value: string }
/** A cell that is not as the server has it. */
export type OpenCell = { value: string; state: 'saving' | 'conflict' }
export type Row = { id: string; student: Student; open: ReadonlyMap<string, OpenCell> | undefined }

const parsed = new WeakMap<Student, CellTexts>()
function textsOf(student: Student): CellTexts {
  let texts = parsed.get(student)
  if (!texts) {
    texts = JSON.parse(student.cells) as CellTexts
    parsed.set(student, texts)
  }
  return texts
}

const nothing: CellView = { value: '', released: false, missing: false, late: false, overridden: false, comment: false }
/** The cell as the server has it. */
export function storedCell(student: Student, item: Item): CellView {
  const found = textsOf(student)[item.no]
  if (!found) return nothing
  const [points, letters] = found
  return {
    value: letters.includes('x') ? excused : (points ?? ''),
    released: letters.includes('r'),
    missing: letters.includes('m'),
    late: letters.includes('l'),
    overridden: letters.includes('o'),
    comment: letters.includes('c'),
  }
}

/** The cell as it is shown: what was just written hides the marks of what it replaces. */
export function shownCell({ student, open }: Row, item: Item): CellView {
  const stored = storedCell(student, item)
  const own = open?.get(item.id)
  return own ? { ...stored, value: own.value, missing: false, late: false } : stored
}

/** The rows; one whose cells are the same is the same object, so that it is not drawn again. */
export function rowsOf(
  students: readonly Student[],
  open: ReadonlyMap<string, ReadonlyMap<string, OpenCell>>,
  before: ReadonlyMap<string, Row>,
): Map<string, Row> {
  return new Map(
    students.map((student) => {
      const own = open.get(student.id)
      const earlier = before.get(student.id)
      return [student.id, earlier?.student === student && earlier.open === own ? earlier : { id: student.id, student, open: own }]
    }),
  )
}

export type Typed =
  | { value: string; rounded?: true }
  | { error: 'notNumber' | 'aboveMost' }
  /** Both numbers that it may be. */
  | { error: 'twoNumbers'; fraction: string; whole: string }
/** The value of a text typed in a cell; `excusedText`: the word that is shown for excused. */
export function typedValue(text: string, { points, extra_credit }: Pick<Item, 'points' | 'extra_credit'>, excusedText: string): Typed {
  const plain = text.replace(/\s/g, '')
  if (plain === '') return { value: '' }
  if ([excused, excusedText.replace(/\s/g, '')].some((word) => word.toLowerCase() === plain.toLowerCase())) return { value: excused }
  const [read, whole] = decimalsOf(text)
  if (read !== undefined && whole !== undefined)
    return { error: 'twoNumbers', fraction: `${read}${/\.\d{3}$/.test(read) ? '0' : ''}`, whole }
  const value = read && roundedDecimal(read, 4)
  const units = unitsOf(value)
  if (units === undefined) return { error: 'notNumber' }
  const most = unitsOf(points) ?? 0n
  if (!extra_credit && most > 0n && units > most) return { error: 'aboveMost' }
  return { value: value!, ...(value !== read && { rounded: true }) }
}

export const sameValue = (a: string, b: string) => a === b || (a !== excused && b !== excused && sameDecimal(a || null, b || null))
export const pointsOfValue = (value: string) => (value === '' || value === excused ? null : value)

const lettersOf = (cell: Cell) =>
  [
    cell.released && 'r',
    cell.state === 'excused' && 'x',
    cell.state === 'missing' && 'm',
    cell.earned !== null && !cell.overridden && 'l',
    cell.overridden && 'o',
    cell.comment && 'c',
  ]
    .filter(Boolean)
    .join('')

/** The book with these cells and results in it; students without any stay the same objects. */
export function withCells(book: Gradebook, cells: readonly Cell[], results: readonly (CourseResult & { person_id: string })[]): Gradebook {
  const noOf = new Map(book.items.map(({ id, no }) => [id, no]))
  const byPerson = Map.groupBy(cells, ({ person_id }) => person_id)
  const resultOf = new Map(results.map((result) => [result.person_id, result]))
  const students = book.students.map((student) => {
    const own = byPerson.get(student.id)
    const result = resultOf.get(student.id)
    if (!own && !result) return student
    const texts: CellTexts = { ...textsOf(student) }
    for (const cell of own ?? []) {
      const no = noOf.get(cell.item_id)
      if (no !== undefined) texts[no] = [cell.points, lettersOf(cell)]
    }
    return {
      ...student,
      cells: JSON.stringify(texts),
      ...(result && { result: { percent: result.percent, letter: result.letter, passed: result.passed } }),
    }
  })
  return { ...book, students }
}

export type Filter = { text: string; group: string; below: number | null }
export function filtered(rows: Iterable<Row>, { text, group, below }: Filter): Row[] {
  const holds = holding(text)
  return [...rows].filter(
    ({ student: { name, user_no, group_ids, result } }) =>
      holds(name, user_no) &&
      (!group || group_ids.includes(group)) &&
      (below === null || (result.percent !== null && Number(result.percent) < below)),
  )
}

/** The mean of the points that stand in an item, with one place; null where none do. For the foot alone: nothing is saved of it. */
export function meanOf(rows: readonly Row[], item: Item): string | null {
  const found = rows.map((row) => pointsOfValue(shownCell(row, item).value)).filter((points) => points !== null)
  if (!found.length) return null
  return (found.reduce((sum, points) => sum + Number(points), 0) / found.length).toFixed(1)
}
export const meanOfTexts = (texts: readonly (string | null | undefined)[], digits: number): string | null => {
  const found = texts.filter((text) => text != null)
  return found.length ? (found.reduce((sum, text) => sum + Number(text), 0) / found.length).toFixed(digits) : null
}

/** The items of each category in its order; those without one come last. */
export function itemsByCategory(items: readonly Item[], categories: readonly ScoreCategory[]): [ScoreCategory | null, Item[]][] {
  const inOrder = items.toSorted((a, b) => a.sort - b.sort || a.no - b.no)
  const known = categories.toSorted((a, b) => a.sort - b.sort)
  const ids = new Set(known.map(({ id }) => id))
  const rest = inOrder.filter(({ category_id }) => category_id === null || !ids.has(category_id))
  const own = known.map((category): [ScoreCategory, Item[]] => [category, inOrder.filter(({ category_id }) => category_id === category.id)])
  return [...own.filter(([, list]) => list.length > 0), ...(rest.length ? ([[null, rest]] as [null, Item[]][]) : [])]
}

/** Item → places of the score that has most, so that a column's points stand below one another. */
export function digitsOf(students: readonly Student[], items: readonly Item[]): Map<string, number> {
  const byNo = new Map<string, number>()
  for (const student of students)
    for (const [no, [points]] of Object.entries(textsOf(student))) {
      const at = points?.indexOf('.') ?? -1
      const digits = points && at >= 0 ? points.length - at - 1 : 0
      if (digits > (byNo.get(no) ?? 0)) byNo.set(no, digits)
    }
  return new Map(items.map(({ id, no }) => [id, byNo.get(String(no)) ?? 0]))
}

export function sortRows(rows: readonly Row[], { by, direction }: { by: 'name' | 'number' | 'result'; direction: string }): Row[] {
  const sign = direction === 'descending' ? -1 : 1
  const order = new Intl.Collator(undefined, { numeric: true })
  const number = ({ student }: Row) => (student.result.percent === null ? -1 : Number(student.result.percent))
  if (by === 'name') return sign > 0 ? [...rows] : rows.toReversed()
  return rows.toSorted((a, b) =>
    by === 'result' ? sign * (number(a) - number(b)) : sign * order.compare(a.student.user_no, b.student.user_no),
  )
}
