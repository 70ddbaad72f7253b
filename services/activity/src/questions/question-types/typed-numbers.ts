// Numbers as people type them, read by the decimal sign of their language. Pure: pages show with it how an answer is read.
import { asciiNumber, type DecimalSign, readingsOf, withoutGroups } from '@lyceum/kit/text/decimals'
import type { Fraction } from '../../points/fractions.ts'

/** A whole number, of which so many digits are places, times a power of ten. */
export const powerOf = (digits: string, places: number, exponent: number): Fraction => {
  const shift = exponent - places
  return shift >= 0 ? { n: BigInt(digits) * 10n ** BigInt(shift), d: 1n } : { n: BigInt(digits), d: 10n ** BigInt(-shift) }
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** ASCII signs and digits; what is raised stands behind `^`: 10³ is 10^3 and never 103. Capitals stay: mW is not MW. */
const plain = (text: string) =>
  asciiNumber(
    text
      .replace(/([⁺⁻]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, sign: string, digits: string) => {
        return `^${sign === '⁻' ? '-' : ''}${[...digits].map((one) => superscripts.indexOf(one)).join('')}`
      })
      .replace(/º/g, '°'),
  )
    .replace(/[×⋅∙•*]/g, '·')
    .replace(/\^ ?\(([+-]?\d+)\)/g, '^$1')
    .replace(/\s+/g, ' ')
    .trim()

const withoutBlanks = (text: string) => text.replaceAll(' ', '')
const withoutStop = (text: string) => text.replace(/ ?[.。]$/, '')
/** Units that people also write before the number. */
const currency = /^(?:[A-Za-z]{0,3}\p{Sc}|[A-Z]{3}|Rp|RM|kr)\.?$/u

/** The number without its unit, as it was written or with other blanks, and without the full stop of a sentence. */
function withoutUnit(typed: string, unit: string): string {
  const wanted = withoutBlanks(plain(unit))
  if (wanted !== '')
    for (const text of [typed, withoutStop(typed)]) {
      const last = startOfEnd(text, wanted)
      if (last !== undefined) return withoutStop(text.slice(0, last).trim())
      const before = currency.test(wanted) ? /^([+-]? ?)(.*)$/.exec(text) : null
      if (before?.[2]?.startsWith(wanted)) {
        const rest = before[2].slice(wanted.length)
        // Rp.1500, but $.50
        return withoutStop(`${before[1]}${(/\p{L}$/u.test(wanted) ? rest.replace(/^\./, '') : rest).trim()}`)
      }
    }
  return withoutStop(typed)
}

/** The position from which a text is the unit, whatever blanks stand in it. */
function startOfEnd(text: string, wanted: string): number | undefined {
  let at = text.length
  for (let n = wanted.length; n > 0; ) {
    at--
    if (at < 0) return undefined
    if (text[at] === ' ') continue
    n--
    if (text[at] !== wanted[n]) return undefined
  }
  return at
}

/** A power of ten as `e3`, and no blanks or apostrophes between thousands. */
const tidied = (typed: string, unit: string): string =>
  withoutGroups(
    withoutUnit(plain(typed), unit)
      .replace(/ ?[·xX] ?10 ?\^ ?([+-]?\d+)$/, 'e$1')
      .replace(/^([+-]? ?)10 ?\^ ?([+-]?\d+)$/, '$11e$2'),
  )
    .replace(/^([+-]) /, '$1')
    .replace(/ ?[eE] ?\+?/, 'e')
    .trim()

/**
 * The numbers that a typed text may mean. With a decimal sign at most one: where a single comma or point could be either, "1.234", the sign decides;
 * where it can be but one thing ("0.125", "12,5", "1.234,5"), it is that in every language. Without one, both readings of "1.234".
 */
export function numbersOf(typed: string, unit = '', decimal?: DecimalSign): Fraction[] {
  const arabic = typed.includes('٫')
  const found = /^([+-]?)([\d.,]+)(?:e(-?\d{1,2}))?$/.exec(tidied(typed.replaceAll('٫', ','), unit))
  const [, sign = '', body = '', exponent = '0'] = found ?? []
  if (!/\d/.test(body)) return []
  return readingsOf(body, arabic ? ',' : decimal).map(([whole, places]) => {
    const value = powerOf(whole.replace(/[.,]/g, '') + places || '0', places.length, Number(exponent))
    return sign === '-' ? { n: -value.n, d: value.d } : value
  })
}

/** The reading of an answer, written with the reader's decimal sign; null where it is no number, may be two, or is too long to be shown. */
export function readingOf(typed: string, unit: string | undefined, decimal: DecimalSign | undefined, shown: DecimalSign): string | null {
  const [value, other] = numbersOf(typed, unit, decimal)
  if (!value || other) return null
  const zeros = String(value.d).length - 1
  const digits = String(value.n < 0n ? -value.n : value.n).padStart(zeros + 1, '0')
  const places = digits.slice(digits.length - zeros).replace(/0+$/, '')
  const text = `${value.n < 0n ? '-' : ''}${zeros === 0 ? digits : digits.slice(0, -zeros)}${zeros > 0 && places ? shown + places : ''}`
  return text.length > 24 ? null : text
}
