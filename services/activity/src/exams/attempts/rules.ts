// Rules of attempts: their beginning and end, the one that counts, addresses they may be written from. Pure.
import { compare, type Fraction, fractionOf, lowest, over, plus, rounded, zero } from '../../points/fractions.ts'

export const minute = 60_000
/** Answers that arrive so long after the deadline still count: they were on their way. */
export const acceptedAfter = 30_000
/** Without a report for so long, a running attempt is offline; a page saves or asks every 15 s. */
export const offlineAfter = 45_000
/** The longest time of an attempt with neither a limit nor a closing time. */
const never = 365 * 24 * 60 * minute

export type Terms = {
  opens: Date | null
  closes: Date | null
  limitMinutes: number | null
  graceMinutes: number
  /** Null: as many as they like. */
  attempts: number | null
}

/** Until when somebody who starts now may write: as long as the limit, no longer than the closing time with its grace. */
export function deadlineFrom(
  now: Date,
  { limitMinutes, closes, graceMinutes }: Pick<Terms, 'limitMinutes' | 'closes' | 'graceMinutes'>,
): Date {
  const limit = now.getTime() + (limitMinutes === null ? never : limitMinutes * minute)
  const end = closes === null ? limit : closes.getTime() + graceMinutes * minute
  return new Date(Math.min(limit, end))
}
export const acceptUntil = (deadline: Date): Date => new Date(deadline.getTime() + acceptedAfter)

/** The number of attempts that are left; null: as many as they like. */
export const attemptsLeft = ({ attempts }: Pick<Terms, 'attempts'>, begun: number): number | null =>
  attempts === null ? null : Math.max(0, attempts - begun)

export type Counts = 'best' | 'last' | 'first' | 'average'
/** Exact points of an attempt or an answer. The text with four places holds where another release has written it alone. */
export function exactPoints(points: string, exact: Fraction | null): Fraction {
  return exact && storedPoints(exact) === points ? exact : fractionOf(points)
}
/** As points are stored and shown: at most four places, half up. */
export const storedPoints = (value: Fraction): string => shorter(rounded(value, 4))

/** The points of several attempts in their order, of which null is not marked yet: null while what counts is not. */
export function countedPoints(points: readonly (Fraction | null)[], counts: Counts): Fraction | null {
  if (points.length === 0) return null
  if (counts === 'first') return points[0]!
  if (counts === 'last') return points.at(-1)!
  const known = points.filter((one) => one !== null)
  if (known.length < points.length && counts === 'average') return null
  if (known.length === 0) return null
  if (counts === 'average') {
    const sum = known.reduce(plus, zero)
    return over(sum.n, sum.d * BigInt(known.length))
  }
  return known.reduce((best, one) => (compare(one, best) > 0n ? one : best))
}

/** The exact points that a share of some points is; never below 0 nor above the points. */
export function earnedPoints(share: Fraction, points: string): Fraction {
  const most = fractionOf(points)
  const kept = share.n < 0n ? zero : share.n > share.d ? { n: 1n, d: 1n } : share
  return lowest({ n: kept.n * most.n, d: kept.d * most.d })
}
export const shorter = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
/** As a decimal with six places. */
export const shareText = (share: Fraction): string => shorter(rounded(share, 6))

type Address = { bits: 32 | 128; value: bigint }

/** Undefined for what is no address. ::ffff:192.0.2.1 is 192.0.2.1. */
export function addressOf(text: string): Address | undefined {
  const trimmed = text.trim().replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(trimmed)
  const four = mapped?.[1] ?? trimmed
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(four)) {
    const parts = four.split('.').map(Number)
    if (parts.some((part) => part > 255)) return undefined
    return { bits: 32, value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) }
  }
  return sixOf(trimmed)
}

function sixOf(text: string): Address | undefined {
  if (!/^[0-9a-f:]+$/i.test(text) || text.split('::').length > 2) return undefined
  const [left = '', right] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [begin, end] = [groups(left), groups(right ?? '')]
  const missing = 8 - begin.length - end.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  const all = [...begin, ...Array.from({ length: right === undefined ? 0 : missing }, () => '0'), ...end]
  if (all.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return { bits: 128, value: all.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n) }
}

type Network = Address & { length: number }
/** An address, or one with the length of its network; undefined for anything else. */
export function networkOf(text: string): Network | undefined {
  const [base = '', length, more] = text.trim().split('/')
  const address = addressOf(base)
  if (!address || more !== undefined) return undefined
  if (length === undefined) return { ...address, length: address.bits }
  if (!/^\d{1,3}$/.test(length) || Number(length) > address.bits) return undefined
  return { ...address, length: Number(length) }
}

/** Whether an address is in one of these networks; everywhere where there are none. */
export function isWithin(text: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const address = addressOf(text)
  if (!address) return false
  return ranges.some((range) => {
    const network = networkOf(range)
    if (!network || network.bits !== address.bits) return false
    const shift = BigInt(network.bits - network.length)
    return network.value >> shift === address.value >> shift
  })
}
