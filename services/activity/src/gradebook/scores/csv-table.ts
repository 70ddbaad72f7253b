// The book as a table, and a table as writes of the book: matched and checked cell by cell. Pure.
import type { CsvRow } from '@lyceum/kit/text/csv'
import { csvIn } from '@lyceum/kit/text/csv-field'
import { byUserNumber } from '@lyceum/kit/text/user-number'
import type { ErrorCode, Params } from '@lyceum/kit/calls/errors'
import { exceeds, pointsOfTable } from './typed-points.ts'
import type { StoredItem } from './book.ts'

export type Student = { id: string; name: string; user_no: string; email: string }
/** The content of a cell: points, or excused. */
export type TableCell = { line: number; person: Student; item: StoredItem; after: string }
export type TableError = { line: number; column: string | null; code: ErrorCode; params: Params }
export type Table = { cells: TableCell[]; errors: TableError[]; notes: TableError[]; ignored: string[] }

/** As Canvas writes and reads it. */
export const excusedWord = 'EX'

/** The heads of the items: their titles, with their number where two have the same. */
export function headsOf(items: readonly Pick<StoredItem, 'title' | 'no'>[]): string[] {
  const count = Map.groupBy(items, ({ title }) => title)
  return items.map(({ title, no }) => (count.get(title)!.length > 1 ? `${title} #${no}` : title))
}

/** The students whom a cell names, by user number, else by address. */
type Known = (cell: string) => Student[]
function knownOf(students: readonly Student[]): Known {
  const byNumber = byUserNumber(students)
  const byAddress = new Map(students.filter(({ email }) => email).map((one) => [plain(one.email), one]))
  return (cell) => {
    const named = byNumber(cell)
    return named.length > 0 ? named : [byAddress.get(plain(cell)) ?? []].flat()
  }
}

const plain = (text: string) => text.trim().toLowerCase()

/** The column that names the most students, by user number or e-mail; undefined where none names any. */
function personColumn(head: readonly string[], lines: readonly CsvRow[], known: Known): number | undefined {
  const counts = head.map((_, column) => lines.reduce((n, { cells }) => n + (known(cells[column] ?? '').length > 0 ? 1 : 0), 0))
  const best = counts.indexOf(Math.max(...counts))
  return counts[best] ? best : undefined
}

export function readTable(csv: string, students: readonly Student[], items: readonly StoredItem[]): Table {
  const [{ cells: head } = { cells: [] }, ...lines] = csvIn('csv', csv)
  const known = knownOf(students)
  const of = (line: number, column: string | null, code: ErrorCode, params: Params = {}): TableError => ({ line, column, code, params })
  const person = personColumn(head, lines, known)
  if (person === undefined) return { cells: [], errors: [of(1, null, 'scoreImport.noPeople')], notes: [], ignored: [] }
  const byHead = new Map(headsOf(items).map((title, nth) => [plain(title), items[nth]!]))
  const columns = head.flatMap((title, column) => {
    const item = column === person ? undefined : byHead.get(plain(title))
    return item ? [{ title, column, item }] : []
  })
  const errors: TableError[] = []
  const notes: TableError[] = []
  const twice = columns.find(({ item }, nth) => columns.findIndex((other) => other.item === item) < nth)
  if (twice) errors.push(of(1, twice.title, 'scoreImport.twoColumns'))
  if (columns.length === 0) errors.push(of(1, null, 'scoreImport.noItems'))
  const cells: TableCell[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells: values } of lines) {
    const found = known(values[person] ?? '')
    const [student] = found
    const before = student && lineOf.get(student.id)
    if (!student) errors.push(of(line, head[person] ?? null, 'scoreImport.unknownPerson'))
    else if (found.length > 1)
      errors.push(of(line, head[person] ?? null, 'scoreImport.ambiguousPerson', { people: found.map(({ name }) => name).join(', ') }))
    else if (before) errors.push(of(line, head[person] ?? null, 'scoreImport.twoLines', { line: before }))
    else {
      lineOf.set(student.id, line)
      for (const { title, column, item } of columns) {
        const value = (values[column] ?? '').trim()
        if (value === '') continue
        if (value.toUpperCase() === excusedWord) cells.push({ line, person: student, item, after: 'excused' })
        else {
          const typed = pointsOfTable(value)
          if ('fault' in typed) {
            const [code, params] = typeof typed.fault === 'string' ? [typed.fault] : typed.fault
            errors.push(of(line, title, code, params))
          } else if (exceeds(typed.points, item)) errors.push(of(line, title, 'score.aboveMost', { most: item.points }))
          else {
            cells.push({ line, person: student, item, after: typed.points })
            if (typed.rounded) notes.push(of(line, title, 'scoreImport.rounded', { typed: value, points: typed.points }))
          }
        }
      }
    }
  }
  return {
    cells,
    errors,
    notes,
    ignored: head.filter((title, column) => column !== person && title !== '' && !columns.some((one) => one.column === column)),
  }
}
