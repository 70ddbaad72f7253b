// The result of a sco, and of an attempt over all of them: completed and passed stay. Pure.
import { shorter } from '../../exams/attempts/rules.ts'
import { type Fraction, fractionOf, lowest, over, plus, rounded, zero } from '../../points/fractions.ts'
import type { PackageItem, PackageKind, Status, Success } from '../package-attempts/api.ts'
import { numberIn } from './elements.ts'
import type { Mark } from './merge.ts'

/** `score`: the share of the points. */
export type ScoResult = { status: Status; success: Success; score: Fraction | null }
/** `score`: in per cent, with at most four places. */
export type AttemptResult = { status: Status; success: Success; score: string | null }

const decimal = (value: number): string => value.toFixed(7)
const capped = ({ n, d }: Fraction): Fraction => (n > d ? { n: 1n, d: 1n } : lowest({ n, d }))

function scoreOf(kind: PackageKind, { raw, scaled, max }: Mark): Fraction | null {
  if (kind === 'scorm2004' && scaled !== undefined) return capped(fractionOf(decimal(Math.max(0, scaled))))
  if (raw === undefined) return null
  const [earned, most] = [fractionOf(decimal(raw)), fractionOf(decimal(max && max > 0 ? max : 100))]
  return capped(over(earned.n * most.d, earned.d * most.n))
}

/** Whether the score reaches the mastery score of the manifest; undefined without one, or without a score. */
function masters(kind: PackageKind, { raw, scaled }: Mark, mastery: string): boolean | undefined {
  const least = mastery === '' ? undefined : numberIn(mastery)
  const reached = kind === 'scorm12' ? raw : scaled
  return least === undefined || reached === undefined ? undefined : reached >= least
}

/**
 * The result of one sco. One that ended without a word of its own is completed; one that was only browsed counts nothing. With a mastery score the score
 * decides who has passed; the package's own word does without one, or once the sco has ended without a score: a score may be under way.
 */
export function scoResult(kind: PackageKind, mark: Mark, mastery: string): ScoResult {
  const completed = mark.completed === true || (mark.ended !== undefined && !mark.spoke)
  if (mark.status === 'browsed' && !completed) return { status: 'incomplete', success: 'unknown', score: null }
  const mastered = masters(kind, mark, mastery)
  const isOver = mark.ended !== undefined || completed
  const isJudged = numberIn(mastery) === undefined || mark.ended !== undefined
  const failed = mastered === undefined ? isJudged && mark.success === 'failed' : !mastered && isOver
  const passed = mastered ?? (isJudged && mark.passed === true)
  return {
    status: completed ? 'completed' : 'incomplete',
    success: passed ? 'passed' : failed ? 'failed' : 'unknown',
    score: scoreOf(kind, mark),
  }
}

/** The items that an attempt is made of: those that report; where none does, the pages that are shown. */
export function partsOf(items: readonly PackageItem[]): PackageItem[] {
  const scos = items.filter(({ sco }) => sco)
  if (scos.length > 0) return scos
  const parents = new Set(items.map(({ parent }) => parent))
  return items.filter(({ id }) => !parents.has(id))
}

/**
 * The result over all parts: completed when all are; passed when all that judge have passed and the others are completed; the score is the mean of those
 * that have one. A page that reports nothing is completed once it is shown. An attempt that is completed or passed stays so.
 */
export function attemptResult(
  kind: PackageKind,
  items: readonly PackageItem[],
  marks: ReadonlyMap<string, Mark>,
  before: Pick<AttemptResult, 'status' | 'success'>,
): AttemptResult {
  const parts = partsOf(items).map(({ id, sco, mastery }): ScoResult | undefined => {
    const mark = marks.get(id)
    if (!mark) return undefined
    return sco ? scoResult(kind, mark, mastery) : { status: 'completed', success: 'unknown', score: null }
  })
  const isDone = (one: ScoResult | undefined) => one !== undefined && (one.status === 'completed' || one.success === 'passed')
  const judged = parts.filter((one) => one !== undefined && one.success !== 'unknown')
  const completed = before.status === 'completed' || (parts.length > 0 && parts.every((one) => one?.status === 'completed'))
  const allDone = parts.length > 0 && parts.every(isDone)
  const passed = before.success === 'passed' || (allDone && judged.length > 0 && judged.every((one) => one!.success === 'passed'))
  const failed = judged.some((one) => one!.success === 'failed') && parts.every((one) => isDone(one) || one?.success === 'failed')
  const scores = parts.flatMap((one) => one?.score ?? [])
  return {
    status: completed ? 'completed' : marks.size > 0 ? 'incomplete' : before.status,
    success: passed ? 'passed' : failed ? 'failed' : 'unknown',
    score: scores.length === 0 ? null : percentText(mean(scores)),
  }
}

const mean = (shares: readonly Fraction[]): Fraction => {
  const sum = shares.reduce(plus, zero)
  return lowest({ n: sum.n, d: sum.d * BigInt(shares.length) })
}
/** A share in per cent: 1/3 is '33.3333'. */
export const percentText = ({ n, d }: Fraction): string => shorter(rounded({ n: n * 100n, d }, 4))
