// The outcome of a tier's run, and the lines that npm test prints of it.
import type { Limits } from './test-times.ts'

/** The tests of a run, from its report. */
export type Counted = { passed: number; failed: number; skipped: string[]; ran: string[] }
/** The end of the run's process: `hung` when it was ended at its limit. */
export type Ended = { code: number | null; seconds: number; hung: boolean }
/** The time of the run against its kept time. */
export type Pace = 'as kept' | 'slower' | 'too slow' | 'hung'
export type Outcome = Counted & { label: string; seconds: number; expected?: number; pace: Pace }

export function paceOf({ seconds, hung }: Ended, { named, most }: Limits): Pace {
  if (hung) return 'hung'
  if (seconds > most) return 'too slow'
  return seconds > named ? 'slower' : 'as kept'
}

/** A run that is too slow or hangs counts as one failure; so do a file that could not be loaded and an error outside of a test. */
export function judge(label: string, counted: Counted, ended: Ended, limits: Limits): Outcome {
  const pace = paceOf(ended, limits)
  const unreported = (ended.code !== 0 && counted.failed === 0) || counted.passed + counted.failed === 0
  const late = pace === 'hung' || pace === 'too slow'
  const { expected } = limits
  return {
    ...counted,
    failed: counted.failed + (late || unreported ? 1 : 0),
    label,
    seconds: ended.seconds,
    pace,
    ...(expected && { expected }),
  }
}

const ofExpected = (expected = 0) => `${Math.round(expected)} s`
const paces: Record<Pace, (outcome: Outcome) => string> = {
  'as kept': () => '',
  slower: ({ expected }) => `, slower than its ${ofExpected(expected)}`,
  'too slow': ({ expected }) => `, more than 2.5 times its ${ofExpected(expected)}`,
  hung: () => ', ended because it hung',
}

export function outcomeLine(outcome: Outcome): string {
  const { label, passed, failed, skipped, seconds, pace } = outcome
  const verdict = failed > 0 ? 'FAILED' : 'ok    '
  const left = skipped.length > 0 ? `, ${skipped.length} left out` : ''
  return `${verdict} ${label.padEnd(18)} ${passed} passed, ${failed} failed${left} in ${Math.round(seconds)} s${paces[pace](outcome)}`
}

/** `broken`: runs that could not begin; each counts as a failure. */
export const totalOf = (outcomes: Outcome[], broken: number) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
})

/** The last lines of a run; the very last is `N passed, N failed`. */
export function lastLines(outcomes: Outcome[], leftOut: string[], total: { passed: number; failed: number }): string[] {
  const list = (title: string, of: string[]) => (of.length > 0 ? [`${title}: ${of.join(' · ')}`] : [])
  const of = (pace: Pace) =>
    outcomes
      .filter((one) => one.pace === pace)
      .map(({ label, seconds, expected }) => `${label} ${Math.round(seconds)} of ${expected ? ofExpected(expected) : '…'}`)
  return [
    ...list('left out', leftOut),
    ...list('slower than their kept times', of('slower')),
    ...list('too slow: more than 2.5 times their kept times (a slower product, or new tests: npm test -- --keep-times)', of('too slow')),
    ...list('hung, and ended at five times their kept times', of('hung')),
    `${total.passed} passed, ${total.failed} failed`,
  ]
}
