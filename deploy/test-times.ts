// The kept times of the tiers, and the rule by which a run's time is judged: limits follow from its kept time and the machine's slowness.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Seconds of each run on a machine of slowness 1, by the run's label. */
export type Times = Record<string, number>

/** Seconds. A run over `named` is named in the last lines, one over `most` fails, one over `hang` is ended and fails. */
export type Limits = { expected?: number; named: number; most: number; hang: number }

/** A run without a kept time hangs after four hours. */
const longest = 4 * 3600

/** Both a factor and seconds must be exceeded: one slow start of a server doubles a short run. */
export function limitsOf(kept: number | undefined, slowness: number): Limits {
  if (kept === undefined) return { named: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY, hang: longest * slowness }
  const limit = (factor: number, more: number) => Math.max(kept * factor, kept + more) * slowness
  const most = limit(2.5, 60)
  return { expected: kept * slowness, named: limit(1.3, 5), most, hang: Math.max(kept * 5 * slowness, most) }
}

export function readTimes(file: string): Times {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Times) : {}
}

/** Times of a noisy machine are no reference. */
export const mostSlownessToKeep = 1.5

/** Writes the times of these runs; other runs keep theirs. `times` is the measured speed of the machine, below 1 on a fast one. */
export function keepTimes(file: string, runs: { label: string; seconds: number }[], times: number): void {
  const kept = { ...readTimes(file), ...Object.fromEntries(runs.map(({ label, seconds }) => [label, Math.round(seconds / times)])) }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}
