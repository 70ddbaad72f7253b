// By how much the dates of a copy move.
import { isLocal } from '../../../ui/dates.ts'

export type Dates = { moved: 'not' | 'weeks' | 'start'; weeks: number | null; start: string }
export const datesStay: Dates = { moved: 'not', weeks: null, start: '' }

const day = 86_400_000
/** By so many days every date moves; undefined while that is not said. `from`: the first day of the source. */
export function shiftOf({ moved, weeks, start }: Dates, from: string | null): number | undefined {
  if (moved === 'not') return 0
  if (moved === 'weeks') return weeks !== null && Number.isInteger(weeks) && Math.abs(weeks) <= 520 ? weeks * 7 : undefined
  return from && isLocal(start, 'date') ? Math.round((Date.parse(start) - Date.parse(from)) / day) : undefined
}

type Days = { start_date: string; end_date: string }
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / day
/** A day by so many days later. */
export const moved = (from: string, days: number) => new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)

/**
 * The proposal for a chosen term, by whole weeks, so that lessons keep their weekdays: as much later as the term begins after `ofSource`, the term
 * of the source, but no first day before the term; where that is not known, that the copy begins in its first week. A course that begins in the term
 * already, or of which neither is known, stays.
 */
export function datesIn(term: Days | undefined, from: string | null | undefined, ofSource?: Days): Dates {
  if (!term || (from && term.start_date <= from && from <= term.end_date) || ofSource?.start_date === term.start_date) return datesStay
  const weeks = ofSource && Math.round(daysBetween(ofSource.start_date, term.start_date) / 7)
  if (!from) return weeks ? { ...datesStay, moved: 'weeks', weeks } : datesStay
  const later = weeks === undefined ? -1 : daysBetween(term.start_date, moved(from, weeks * 7))
  // the day of the same name in the first week
  const first = ((daysBetween(term.start_date, from) % 7) + 7) % 7
  return { ...datesStay, moved: 'start', start: moved(term.start_date, later < 0 ? first : later) }
}
