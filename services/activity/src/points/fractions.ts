// Exact fractions: decimals cannot hold thirds. Pure.

/** The denominator is above 0. */
export type Fraction = { readonly n: bigint; readonly d: bigint }

export const zero: Fraction = { n: 0n, d: 1n }
export const over = (n: bigint, d: bigint): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d })
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
/** Below 0, 0 or above, as a is less than b, the same or more. */
export const compare = (a: Fraction, b: Fraction): bigint => a.n * b.d - b.n * a.d

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
export function lowest({ n, d }: Fraction): Fraction {
  const by = gcd(n, d)
  return by > 1n ? { n: n / by, d: d / by } : { n, d }
}
/** '2/3' */
export function exactText(value: Fraction): string {
  const { n, d } = lowest(value)
  return `${n}/${d}`
}

/** With so many places, half up: 2.005 with two is '2.01'. Nothing here is below 0. */
export function rounded({ n, d }: Fraction, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const units = (2n * n * scale + d) / (2n * d)
  const places = digits === 0 ? '' : `.${String(units % scale).padStart(digits, '0')}`
  return `${units / scale}${places}`
}
/** The value of '2/3'. */
export function fractionIn(text: string): Fraction {
  const [n = '0', d = '1'] = text.split('/')
  return { n: BigInt(n), d: BigInt(d) }
}
/** The value of a decimal text. */
export function fractionOf(text: string): Fraction {
  const [whole = '0', places = ''] = text.split('.')
  return { n: BigInt(whole + places), d: 10n ** BigInt(places.length) }
}
