// Presses that the errands of people take: each is printed and held against its aim. With LYCEUM_WRITE=1 they are written to docs/bench-walks.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Way } from './walker.ts'

export type Errand = { who: 'teacher' | 'student' | 'manager' | 'administrator'; what: string; aim: number }

const file = new URL('../../docs/bench-walks.md', import.meta.url)
const ways: Way[] = ['mouse', 'keyboard', 'phone']

/** Holds the presses of a walk against the aim of its errand, which is one of a mouse: keys walk through menus, too. */
export function hold({ who, what, aim }: Errand, way: Way, presses: number): void {
  console.log(`${who}: ${what}, ${way}: ${presses} presses`)
  if (process.env.LYCEUM_WRITE === '1') write({ who, what, aim }, way, presses)
  expect(presses).toBeLessThanOrEqual(aim)
}

/** Replaces the figure in the table's row of this errand; a new errand gets a row at the end of those of its person. */
function write({ who, what, aim }: Errand, way: Way, presses: number): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const begin = `| ${who} | ${what} |`
  const at = lines.findIndex((line) => line.startsWith(begin))
  const figures = at < 0 ? ways.map(() => '') : cellsOf(lines[at]!).slice(2, 2 + ways.length)
  figures[ways.indexOf(way)] = `${presses}`
  const row = `${begin} ${[...figures, `${aim}`].join(' | ')} |`
  const last = lines.findLastIndex((line) => line.startsWith(`| ${who} |`))
  if (at >= 0) lines[at] = row
  else lines.splice((last < 0 ? lines.length - 1 : last) + 1, 0, row)
  writeFileSync(file, `${lines.join('\n')}\n`)
}
const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
