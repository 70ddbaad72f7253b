// The outcome of a tier's run, and the lines that npm test prints of it.
import type { Limits } from './test-times.ts'

/** A test that failed, or a file that could not be loaded (then `title` is empty). */
export type Failed = { file: string; title: string }
/** The tests of a run, from its report. */
export type Counted = { passed: number; failed: number; skipped: string[]; ran: string[]; failures?: Failed[] }
/** The end of the run's process. `processor`: seconds of its tree, where they are known; `hung`: it was ended. */
export type Ended = { code: number | null; seconds: number; processor?: number | undefined; hung: boolean }
/** The processor time of the run against its kept one. */
export type Pace = 'as kept' | 'slower' | 'too slow' | 'hung'
export type Outcome = Counted & { label: string; seconds: number; processor?: number; expected?: number; pace: Pace }

export function paceOf({ processor = 0, hung }: Ended, { named, most }: Limits): Pace {
  if (hung) return 'hung'
  if (processor > most) return 'too slow'
  return processor > named ? 'slower' : 'as kept'
}

/** A run that is too slow or hangs counts as one failure; so do a file that could not be loaded and an error outside of a test. */
export function judge(label: string, counted: Counted, ended: Ended, limits: Limits): Outcome {
  const pace = paceOf(ended, limits)
  const unreported = (ended.code !== 0 && counted.failed === 0) || counted.passed + counted.failed === 0
  const late = pace === 'hung' || pace === 'too slow'
  const { expected } = limits
  const { seconds, processor } = ended
  return {
    ...counted,
    failed: counted.failed + (late || unreported ? 1 : 0),
    label,
    seconds,
    pace,
    ...(processor !== undefined && { processor }),
    ...(expected && { expected }),
  }
}

const whole = (seconds = 0) => `${Math.round(seconds)} s`
const paces: Record<Pace, (outcome: Outcome) => string> = {
  'as kept': () => '',
  slower: ({ expected }) => `, slower than its ${whole(expected)}`,
  'too slow': ({ expected }) => `, more than 2.5 times its ${whole(expected)}`,
  hung: () => ', ended because it hung',
}

export function outcomeLine(outcome: Outcome): string {
  const { label, passed, failed, skipped, seconds, processor, pace } = outcome
  const verdict = failed > 0 ? 'FAILED' : 'ok    '
  const left = skipped.length > 0 ? `, ${skipped.length} left out` : ''
  const work = processor === undefined ? '' : ` (${whole(processor)} of processor${paces[pace](outcome)})`
  return `${verdict} ${label.padEnd(18)} ${passed} passed, ${failed} failed${left} in ${whole(seconds)}${work || paces[pace](outcome)}`
}

/** `broken`: runs that could not begin; each counts as a failure. */
export const totalOf = (outcomes: Outcome[], broken: number) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
})

/** The last lines of a run; the very last is `N passed, N failed`. */
export function lastLines(
  outcomes: Outcome[],
  leftOut: string[],
  total: { passed: number; failed: number },
  unsteady: Failed[] = [],
): string[] {
  const list = (title: string, of: string[]) => (of.length > 0 ? [`${title}: ${of.join(' · ')}`] : [])
  const of = (pace: Pace) =>
    outcomes
      .filter((one) => one.pace === pace)
      .map(({ label, processor = 0, expected }) => `${label} ${Math.round(processor)} of ${expected ? whole(expected) : '…'}`)
  return [
    ...list('left out', leftOut),
    ...list('slower than their kept processor times', of('slower')),
    ...list(
      'too slow: more than 2.5 times their kept processor times (a slower product, or new tests: npm test -- --keep-times)',
      of('too slow'),
    ),
    ...list('hung, and ended', of('hung')),
    ...unsteady.map(({ file, title }) => `unsteady: ${file} › ${title || 'could not be loaded'}`),
    `${total.passed} passed, ${total.failed} failed`,
  ]
}
