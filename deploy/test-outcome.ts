// What the outcome of a tier is, and the lines that npm test prints of it.

/** Seconds: a run over `budget` is named, one over `hang` is ended and has failed. */
export type Limits = { budget: number; hang: number }

/** What takes five times its budget hangs; anything less may be a machine that became slow. */
export const limitsOf = (budget: number, slowness: number): Limits => ({ budget: budget * slowness, hang: 5 * budget * slowness })

/** What a run's report says of its tests. */
export type Counted = { passed: number; failed: number; skipped: string[]; ran: string[] }
/** How its process went: `hung` when it was ended at its limit. */
export type Ended = { code: number | null; seconds: number; hung: boolean }
export type Outcome = Counted & { label: string; seconds: number; budget: number; hung: boolean }

/** Time alone fails nothing but what hangs; a file that could not be loaded and an error outside of a test count as one failure. */
export function judge(label: string, counted: Counted, { code, seconds, hung }: Ended, { budget }: Limits): Outcome {
  const unreported = (code !== 0 && counted.failed === 0) || counted.passed + counted.failed === 0
  const failed = counted.failed + (hung || unreported ? 1 : 0)
  return { ...counted, failed, label, seconds, budget, hung }
}

const isOver = ({ seconds, budget }: Outcome) => seconds > budget

export function outcomeLine(outcome: Outcome): string {
  const { label, passed, failed, skipped, seconds, budget, hung } = outcome
  const verdict = failed > 0 ? 'FAILED' : 'ok    '
  const left = skipped.length > 0 ? `, ${skipped.length} left out` : ''
  const time = hung ? ', ended because it hung' : isOver(outcome) ? `, over its budget of ${Math.round(budget)} s` : ''
  return `${verdict} ${label.padEnd(18)} ${passed} passed, ${failed} failed${left} in ${Math.round(seconds)} s${time}`
}

/** `broken`: runs that could not begin, each a failure. */
export const totalOf = (outcomes: Outcome[], broken: number) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, broken),
})

/** The last lines of a run; the very last is `N passed, N failed`. */
export function lastLines(outcomes: Outcome[], leftOut: string[], total: { passed: number; failed: number }): string[] {
  const list = (title: string, of: string[]) => (of.length > 0 ? [`${title}: ${of.join(' · ')}`] : [])
  const times = ({ label, seconds, budget }: Outcome) => `${label} ${Math.round(seconds)} of ${Math.round(budget)} s`
  return [
    ...list('left out', leftOut),
    ...list('over their budget', outcomes.filter((one) => isOver(one) && !one.hung).map(times)),
    ...list('hung, and ended at five times their budget', outcomes.filter(({ hung }) => hung).map(times)),
    `${total.passed} passed, ${total.failed} failed`,
  ]
}
