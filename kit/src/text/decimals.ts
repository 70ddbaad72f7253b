// Decimals as people write them: digits of any script, a comma or a point, thousands in groups. Pure, for servers and pages.

export type DecimalSign = '.' | ','

function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!
  if (code < 0x80) return code - 0x30
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

/** The text with ASCII digits and signs: ２５, ๒๕ and ٢٥ become 25, − and – become -, and ’ between thousands '. Arabic signs keep what they mean. */
export const asciiNumber = (text: string): string =>
  text
    // before NFKC makes a blank and an accent of it
    .replaceAll('´', "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[−–‐‑]/g, '-')
    .replace(/[‘’ʼ′`٬]/g, "'")
    // digits of any script: each script's ten stand in a row, from its zero
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))

/** Without the blanks, apostrophes and low lines between thousands. */
export const withoutGroups = (number: string): string => number.replace(/(\d)[\s'_](?=\d{3}(?!\d))/g, '$1')

const thousands = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*)$/
/** 1,50,000 of India. */
const lakhs = /^[1-9]\d?(?:,\d{2})+,\d{3}$/

/** The readings of digits with commas and points, "1.234": with a decimal sign at most one. */
export function readingsOf(body: string, decimal?: DecimalSign): [whole: string, places: string][] {
  const last = Math.max(body.lastIndexOf(','), body.lastIndexOf('.'))
  if (last < 0) return [[body, '']]
  const readings: [whole: string, places: string][] = []
  const [whole, places, sign] = [body.slice(0, last), body.slice(last + 1), body[last]!]
  const separator = thousands.exec(whole)?.[1] ?? (lakhs.test(whole) ? ',' : undefined)
  if (/^\d*$/.test(whole) || (separator !== undefined && separator !== sign)) readings.push([whole, places])
  if (thousands.test(body) || lakhs.test(body)) readings.push([body, ''])
  if (readings.length < 2 || decimal === undefined) return readings
  return sign === decimal ? [readings[0]!] : [readings[1]!]
}

/**
 * The decimals that a text may mean, as they are stored ("-1500.25", "2e-3"): none where it is no number, and two where a comma or a point stands before
 * exactly three digits, with the fraction first. `decimal`: the sign of a format that has one.
 */
export function decimalsOf(text: string, decimal?: DecimalSign): string[] {
  const plain = withoutGroups(
    asciiNumber(text.replaceAll('٫', ','))
      .trim()
      .replace(/^([+-])\s+/, '$1'),
  )
  const [, sign = '', body = '', exponent] = /^([+-]?)([\d.,]+)(?:e([+-]?\d{1,2}))?$/i.exec(plain) ?? []
  if (!/\d/.test(body)) return []
  return readingsOf(body, text.includes('٫') ? ',' : decimal).map(([whole, places]) => {
    const number = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'
    const fraction = places.replace(/0+$/, '')
    const power = Number(exponent ?? 0)
    return `${sign === '-' ? '-' : ''}${number}${fraction && `.${fraction}`}${power === 0 ? '' : `e${power}`}`
  })
}

/** A decimal with at most so many places, rounded half up and away from zero. It has no exponent. */
export function roundedDecimal(decimal: string, places: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (fraction.length <= places) return decimal
  const units = (BigInt(whole + fraction.slice(0, places)) + (fraction[places]! >= '5' ? 1n : 0n)).toString().padStart(places + 1, '0')
  const rest = units.slice(units.length - places).replace(/0+$/, '')
  return `${sign}${units.slice(0, units.length - places)}${places > 0 && rest ? `.${rest}` : ''}`
}

/** The decimal with another place where its reader could take the point for that of thousands: "33.125" is written as "33.1250". */
export const plainDecimal = (decimal: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal)
