// Percentages as exact fractions. Pure.
import type { Mark } from './definition.ts'
import { compare, type Fraction, over, zero } from '../../points/fractions.ts'

export const one: Fraction = { n: 1n, d: 1n }

/** The shares that decimals of five places stand for: 33.33333 is a third, so that three of them are everything. */
const rounded = new Map<string, Fraction>()
for (let d = 3n; d <= 20n; d++)
  for (let n = 1n; n < d; n++) {
    if ((100_000n * n) % d === 0n) continue
    const units = (2n * n * 10_000_000n + d) / (2n * d)
    const text = `${units / 100_000n}.${String(units % 100_000n).padStart(5, '0')}`
    if (!rounded.has(text)) rounded.set(text, { n, d })
  }

/** The share that a percentage stands for, from -1 to 1. */
export function shareOf(percent: string): Fraction {
  const negative = percent.startsWith('-')
  const text = negative ? percent.slice(1) : percent
  const [whole = '0', places = ''] = text.split('.')
  const share = rounded.get(text) ?? over(BigInt(whole + places), 100n * 10n ** BigInt(places.length))
  return negative ? { n: -share.n, d: share.d } : share
}

/** Between nothing and everything. */
export const within = (share: Fraction): Fraction => (compare(share, zero) < 0n ? zero : compare(share, one) > 0n ? one : share)

export const verdictOf = (share: Fraction): 'right' | 'wrong' | 'partly' =>
  compare(share, one) >= 0n ? 'right' : compare(share, zero) <= 0n ? 'wrong' : 'partly'

/** The mark of an answer that no key marks. */
export const nothing: Mark = { share: zero, parts: {}, feedback: [] }
