// Bounds of times in contracts, as ajv-formats reads them (formatMinimum, formatMaximum), and times that every reader understands alike.
import type { FieldError } from './errors.ts'

type Bounds = { formatMinimum: string; formatMaximum: string }

export const timeBounds: Bounds = { formatMinimum: '1970-01-01T00:00:00Z', formatMaximum: '2200-01-01T00:00:00Z' }
/** Somebody may have begun to teach before 1970. */
export const dayBounds: Bounds = { formatMinimum: '1900-01-01', formatMaximum: '2200-01-01' }

/** The fault of a time or day beyond its bounds: the first and the last year that is within. */
const faultBeyond = ({ formatMinimum, formatMaximum }: Bounds): FieldError => ({
  code: 'field.timeRange',
  params: { from: formatMinimum.slice(0, 4), to: String(Number(formatMaximum.slice(0, 4)) - 1) },
})
/** The same of the limit that ajv names. */
export const faultAtLimit = (limit: string): FieldError => faultBeyond(limit.includes('T') ? timeBounds : dayBounds)

const [first, last] = [Date.parse(timeBounds.formatMinimum), Date.parse(timeBounds.formatMaximum)]
/** Whether a time (ms) that no contract has checked is one that Time allows: of a file, or reckoned. */
export const isWithinTime = (time: number): boolean => time >= first && time <= last
/** The fault of a time reckoned from one that was sent and a duration, which may lead out of the bounds of Time. */
export const beyondTime = (time: Date): FieldError | undefined => (isWithinTime(time.getTime()) ? undefined : faultBeyond(timeBounds))

type Format = { validate: (text: string) => boolean; compare: (one: string, other: string) => number }
type Formats = { formats: Record<string, unknown>; addFormat(name: string, format: Format): unknown }
/**
 * Of times as RFC 3339 has them those alone that PostgreSQL and JavaScript read: no leap second, and no place on earth is 15 hours from UTC. The
 * comparison that ajv-formats brings takes 1970-01-01T00:00:00Z for no time.
 */
export function narrowTimes(ajv: Formats): void {
  const { validate } = ajv.formats['date-time'] as Format
  ajv.addFormat('date-time', {
    validate: (text) => /(z|[+-](0\d|1[0-4]):[0-5]\d)$/i.test(text) && validate(text) && !Number.isNaN(Date.parse(text)),
    compare: (one, other) => Date.parse(one) - Date.parse(other),
  })
}
