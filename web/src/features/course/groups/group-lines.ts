// What the columns of a file of groups are: guessed from its cells, since every school names them otherwise.
import { plainWidth } from '@lyceum/kit/text/width'
import type { Board, Person } from './queries.ts'

export type Columns = { person: number; group: number /** The first line names the columns. */; heading: boolean }

const groupHeading = /group|team|组|組|กลุ่ม|kelompok|kumpulan|regu/i

/** `known`: user numbers and e-mail addresses of the course in small letters. undefined: the file has one column, or none. */
export function guessColumns(lines: readonly (readonly string[])[], known: ReadonlySet<string>): Columns | undefined {
  const width = Math.max(0, ...lines.map((cells) => cells.length))
  if (width < 2) return undefined
  const isPerson = (cell = '') => known.has(plainWidth(cell).toLowerCase()) || /^[^\s@]+@[^\s@]+$/.test(cell)
  const score = (column: number) => lines.filter((cells) => isPerson(cells[column])).length
  const columns = Array.from({ length: width }, (_, column) => column)
  const person = columns.reduce((best, column) => (score(column) > score(best) ? column : best), 0)
  const [first = []] = lines
  const heading = !isPerson(first[person])
  const named = heading ? columns.find((column) => column !== person && groupHeading.test(first[column] ?? '')) : undefined
  const group = named ?? columns.findLast((column) => column !== person) ?? 1
  return { person, group, heading }
}

export const linesFor = (lines: readonly (readonly string[])[], { person, group, heading }: Columns) =>
  lines.slice(heading ? 1 : 0).map((cells) => ({ person: plainWidth(cells[person] ?? '').trim(), group: cells[group] ?? '' }))

/** The students of a board by their user numbers, in small letters. */
export const knownOf = ({ list, ungrouped }: Pick<Board, 'list' | 'ungrouped'>): Map<string, Person> =>
  new Map([...(ungrouped ?? []), ...list.flatMap(({ members }) => members)].map((person) => [person.user_no.toLowerCase(), person]))
