// Numbers of answers as people type them, compared with those that are accepted. Pure.
import { compare, type Fraction, over, plus, zero } from '../../points/fractions.ts'
import type { Faults } from './definition.ts'
import { one, shareOf, within } from './percents.ts'
import type { AcceptedNumber } from './shapes.ts'

const powerOf = (digits: string, places: number, exponent: number): Fraction => {
  const shift = exponent - places
  return shift >= 0 ? { n: BigInt(digits) * 10n ** BigInt(shift), d: 1n } : { n: BigInt(digits), d: 10n ** BigInt(-shift) }
}

/** Of a decimal of a key: '1.5', '-2e-3'. */
export function decimalValue(text: string): Fraction {
  const [number = '0', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '0', places = ''] = number.split('.')
  return powerOf(whole + places, places.length, Number(exponent))
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** One way to write it: an ASCII minus, plain digits, a power of ten as `e3`, no blanks between digits and no unit. */
function tidied(typed: string, unit: string): string {
  const plain = (text: string) =>
    text
      .replace(
        /10([⁻−-]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
        (_, sign: string, digits: string) => `10^${sign && '-'}${[...digits].map((one) => superscripts.indexOf(one)).join('')}`,
      )
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[−–‐‑]/g, '-')
      // digits of any script: each script's ten stand in a row, from its zero
      .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
      .replace(/[٫]/g, ',')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  let text = plain(typed)
  const behind = plain(unit)
  if (behind !== '' && text.endsWith(behind)) text = text.slice(0, -behind.length)
  return text
    .replace(/ ?[x×*·⋅] ?10 ?\^ ?\(?([+-]?\d+)\)?/, 'e$1')
    .replace(/(\d)[ '’_](?=\d{3})/g, '$1')
    .replace(/^([+-]) /, '$1')
    .replace(/ ?e ?\+?/, 'e')
    .trim()
}
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

/**
 * The numbers that a typed text may mean: none, one, or two where a single comma or point is a decimal sign in one language and parts thousands in another:
 * "1.234". Of "1.234,5" and "1,234.5" the last sign is the decimal one.
 */
export function numbersOf(typed: string, unit = ''): Fraction[] {
  const found = /^([+-]?)([\d.,]+)(?:e(-?\d{1,2}))?$/.exec(tidied(typed, unit))
  const [, sign = '', body = '', exponent = '0'] = found ?? []
  if (!/\d/.test(body)) return []
  const readings: [whole: string, places: string][] = []
  const last = Math.max(body.lastIndexOf(','), body.lastIndexOf('.'))
  if (last < 0) readings.push([body, ''])
  else {
    const [whole, places, decimal] = [body.slice(0, last), body.slice(last + 1), body[last]!]
    const parted = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)$/
    const separator = parted.exec(whole)?.[1]
    if (/^\d*$/.test(whole) || (separator !== undefined && separator !== decimal)) readings.push([whole, places])
    if (parted.test(body) && !body.startsWith('0')) readings.push([body, ''])
  }
  return readings.map(([whole, places]) => {
    const value = powerOf(whole.replace(/[.,]/g, '') + places || '0', places.length, Number(exponent))
    return sign === '-' ? { n: -value.n, d: value.d } : value
  })
}

const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d })
const absolute = ({ n, d }: Fraction): Fraction => ({ n: n < 0n ? -n : n, d })

function accepts({ value, tolerance, relative }: AcceptedNumber, typed: Fraction): boolean {
  const wanted = decimalValue(value)
  const room = relative ? times(decimalValue(tolerance), absolute(wanted)) : decimalValue(tolerance)
  const apart = absolute(plus(typed, over(-wanted.n, wanted.d)))
  return compare(apart, room) <= 0n
}

/** The best of the accepted numbers that one reading of the text meets. */
export function numberMark(accepted: readonly AcceptedNumber[], typed: string, unit?: string): { share: Fraction; feedback: string[] } {
  const readings = numbersOf(typed, unit)
  let best: AcceptedNumber | undefined
  for (const one of accepted)
    if (readings.some((typed) => accepts(one, typed)) && (!best || compare(shareOf(one.percent), shareOf(best.percent)) > 0n)) best = one
  return { share: best ? within(shareOf(best.percent)) : zero, feedback: best?.feedback ? [best.feedback] : [] }
}

export function numberFaults(accepted: readonly AcceptedNumber[], field: string): Faults {
  const faults: Faults = {}
  for (const [n, { tolerance, percent }] of accepted.entries()) {
    if (tolerance.startsWith('-')) faults[`${field}.${n}.tolerance`] = [{ code: 'field.tooSmall', params: { limit: 0 } }]
    if (percent.startsWith('-')) faults[`${field}.${n}.percent`] = [{ code: 'field.tooSmall', params: { limit: 0 } }]
  }
  if (!accepted.some(({ percent }) => compare(shareOf(percent), one) === 0n)) faults[field] = [{ code: 'question.noFull' }]
  return faults
}

export const fullNumber = (accepted: readonly AcceptedNumber[]): string | null =>
  accepted.find(({ percent }) => compare(shareOf(percent), one) === 0n)?.value ?? null

/** Numbers that are the same are counted together: "12,50" with "12.5". */
export function countedNumber(typed: string, unit?: string): string {
  const [value] = numbersOf(typed, unit)
  if (!value) return typed.trim().slice(0, 200)
  return String(Number(value.n) / Number(value.d))
}
