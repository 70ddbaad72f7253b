// Unsteady tests: those that failed in a run and passed when their file ran once more, alone. They refuse no change, and are never hidden.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Failed } from './test-outcome.ts'

/** A known one: its test, a sentence that says why it is unsteady, and the day since which it is known. */
export type Known = { file: string; title: string; why: string; since: string }

/** Files of unsteady tests in one run beyond which the run fails: so many are no accident. */
export const mostUnsteadyFiles = 5
/** Days after which a known one refuses a release. */
const mostDays = 30

export const knownFile = join(import.meta.dirname, 'unsteady.json')
export const readKnown = (file = knownFile): Known[] => JSON.parse(readFileSync(file, 'utf8')) as Known[]

/** The faults of the list, a line each. */
export const faultsOf = (known: readonly Known[]): string[] =>
  known.flatMap((entry, at) => {
    const name = `${at + 1}. ${entry.file ?? ''} › ${entry.title ?? ''}`
    return [
      ...(entry.file && existsSync(join(import.meta.dirname, '../..', entry.file)) ? [] : [`${name}: there is no such file`]),
      ...(entry.title ? [] : [`${name}: no title`]),
      ...(/\S+ \S+ \S+.*\.$/.test(entry.why ?? '') ? [] : [`${name}: no sentence that says why`]),
      ...(/^\d{4}-\d\d-\d\d$/.test(entry.since ?? '') && !Number.isNaN(Date.parse(entry.since)) ? [] : [`${name}: no day`]),
    ]
  })

/** Entries that are too old: they are printed first at every run, and no images are built while there are any. */
export const overdue = (known: readonly Known[], now: Date): Known[] =>
  known.filter(({ since }) => now.getTime() - Date.parse(since) > mostDays * 86_400_000)
export const overdueLine = ({ file, title, since, why }: Known): string => `unsteady since ${since}: ${file} › ${title}: ${why}`

/** Keeps the unsteady tests of a run beside its other results; `known`: they stand in the list. */
export function writeUnsteady(results: string, unsteady: readonly Failed[], known: readonly Known[]): void {
  const stands = ({ file, title }: Failed) => known.some((one) => one.file === file && one.title === title)
  writeFileSync(
    join(results, 'unsteady.json'),
    `${JSON.stringify(
      unsteady.map((one) => ({ ...one, known: stands(one) })),
      null,
      2,
    )}\n`,
  )
}
