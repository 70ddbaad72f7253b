// Points as exact numbers: a decimal with at most four places is a whole number of ten-thousandths. Pure.

/** '7.5' → 75000n. The text has the form of Points. */
export function unitsOf(text: string): bigint {
  const [whole = '0', places = ''] = text.split('.')
  return BigInt(whole) * 10_000n + BigInt(places.padEnd(4, '0'))
}

/** 75000n → '7.5' */
export function pointsOf(units: bigint): string {
  const places = String(units % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${units / 10_000n}${places && `.${places}`}`
}

export const sumOf = (list: readonly string[]): bigint => list.reduce((sum, text) => sum + unitsOf(text), 0n)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greatest = (list: readonly string[]): bigint => list.map(unitsOf).reduce((a, b) => (a > b ? a : b), 0n)
