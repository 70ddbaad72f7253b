// The kept processor seconds of the tiers, and the rule by which a run is judged: by the work of its processes, never by the clock on the wall.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Processor seconds of each run at the reference's speed, by the run's label. */
export type Times = Record<string, number>

/** When a run hangs: wall seconds without a line while it is idle, or processor seconds without a line. */
export type Patience = {
  silence: number
  /** Cores in use up to which a run is idle. */
  idle: number
  processor: number
  /** Milliseconds between two looks. */
  every: number
}

/** Processor seconds. A run over `named` is named in the last lines, one over `most` fails. */
export type Limits = { expected?: number; named: number; most: number; patience: Patience }

/** A run without kept seconds may compute for four hours without a line. */
const longest = 4 * 3600
const patienceOf = (processor: number): Patience => ({ silence: 300, idle: 0.1, processor, every: 1000 })

/** Both a factor and seconds must be exceeded: one slow start of a server doubles a short run. `slowness` is that of the processor. */
export function limitsOf(kept: number | undefined, slowness: number): Limits {
  if (kept === undefined) return { named: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY, patience: patienceOf(longest) }
  const limit = (factor: number, more: number) => Math.max(kept * factor, kept + more) * slowness
  const most = limit(2.5, 60)
  return { expected: kept * slowness, named: limit(1.3, 5), most, patience: patienceOf(Math.max(kept * 10 * slowness, most)) }
}

export function readTimes(file: string): Times {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Times) : {}
}

/** Seconds of a noisy machine are no reference. */
export const mostSlownessToKeep = 1.5

/** Writes the seconds of these runs; other runs keep theirs. `times` is the measured speed of the processor, below 1 for a fast one. */
export function keepTimes(file: string, runs: { label: string; processor?: number }[], times: number): void {
  const measured = runs.flatMap(({ label, processor }) =>
    processor === undefined ? [] : [[label, Math.round(processor / times)] as const],
  )
  const kept = { ...readTimes(file), ...Object.fromEntries(measured) }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}
