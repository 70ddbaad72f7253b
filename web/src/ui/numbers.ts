// Numbers from typed digits. Full-width and Thai digits come from input methods; a comma is a decimal mark where it stands alone.

/** The text with Western digits: ２５ and ๒๕ become 25. */
export const westernDigits = (text: string) =>
  text
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/．/g, '.')
    .replace(/[－−]/g, '-')

/** The number of a typed text; NaN for anything else, also for an empty text. */
export function numberOf(text: string): number {
  const plain = westernDigits(text).trim().replace(/\s/g, '')
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  const dotted = plain.replace(',', '.')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(dotted) ? Number(dotted) : Number.NaN
}

type Bounds = { min?: number | undefined; max?: number | undefined; step: number }
/** The value after `by` steps, within the bounds, without the noise of binary fractions. */
export function stepped(value: number | null, by: number, { min, max, step }: Bounds): number {
  const start = value ?? (by > 0 ? (min ?? 0) - step * by : (max ?? 0) - step * by)
  const digits = (String(step).split('.')[1] ?? '').length
  const next = Number((start + by * step).toFixed(Math.max(digits, (String(start).split('.')[1] ?? '').length)))
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, next))
}
