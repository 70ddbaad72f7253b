// Columns of a file of groups: guessed from its cells, since every school names them otherwise.
import { userNumberKey } from '@lyceum/kit/text/user-number'
import { plainWidth } from '@lyceum/kit/text/width'
import type { Board, Person } from './queries.ts'

export type Columns = {
  person: number
  group: number
  /** The leader of the group: named, or marked in their own line. */
  leader?: number | undefined
  /** The first line names the columns. */
  heading: boolean
}

const groupHeading = /group|team|组|組|กลุ่ม|kelompok|kumpulan|regu/i
const leaderHeading = /lead|组长|組長|หัวหน้า|ketua|pemimpin/i
/** Words that mark the line of a leader, and words that do not, in every language. */
const yes = /^(y|yes|true|1|x|✓|✔|是|ใช่|ya|leader|组长|組長|หัวหน้ากลุ่ม|ketua)$/i
const no = /^(n|no|false|0|-|–|否|不是|ไม่|ไม่ใช่|tidak|bukan)?$/i

/** `known`: keys of the course's user numbers. undefined: the file has one column, or none. */
export function guessColumns(lines: readonly (readonly string[])[], known: ReadonlySet<string>): Columns | undefined {
  const width = Math.max(0, ...lines.map((cells) => cells.length))
  if (width < 2) return undefined
  const isPerson = (cell = '') => known.has(userNumberKey(cell)) || /^[^\s@]+@[^\s@]+$/.test(cell)
  const score = (column: number) => lines.filter((cells) => isPerson(cells[column])).length
  const columns = Array.from({ length: width }, (_, column) => column)
  const person = columns.reduce((best, column) => (score(column) > score(best) ? column : best), 0)
  const [first = []] = lines
  const heading = !isPerson(first[person])
  const headed = (pattern: RegExp, others: readonly number[]) =>
    heading ? columns.find((column) => !others.includes(column) && pattern.test(first[column] ?? '')) : undefined
  const leader = headed(leaderHeading, [person])
  const taken = leader === undefined ? [person] : [person, leader]
  const group = headed(groupHeading, taken) ?? columns.findLast((column) => !taken.includes(column)) ?? 1
  return { person, group, leader: leader === group ? undefined : leader, heading }
}

type Line = { person: string; group: string; leader?: string }
export const linesFor = (lines: readonly (readonly string[])[], { person, group, leader, heading }: Columns): Line[] =>
  lines.slice(heading ? 1 : 0).map((cells) => {
    const cell = (column: number) => plainWidth(cells[column] ?? '').trim()
    const line = { person: cell(person), group: cells[group] ?? '' }
    const led = leader === undefined ? '' : cell(leader)
    return no.test(led) ? line : { ...line, leader: yes.test(led) ? line.person : led }
  })

/** The students of a board. */
export const studentsOf = ({ list, ungrouped }: Pick<Board, 'list' | 'ungrouped'>): Person[] => [
  ...(ungrouped ?? []),
  ...list.flatMap(({ members }) => members),
]

export const numbersOf = (students: readonly Person[]): Set<string> => new Set(students.map(({ user_no }) => userNumberKey(user_no)))
