// By how much the dates of a copy move.
import { isLocal } from '../../ui/dates.ts'

export type Dates = { moved: 'not' | 'weeks' | 'start'; weeks: number | null; start: string }
export const datesStay: Dates = { moved: 'not', weeks: null, start: '' }

const day = 86_400_000
/** By so many days every date moves; undefined while that is not said. `from`: the first day of the source. */
export function shiftOf({ moved, weeks, start }: Dates, from: string | null): number | undefined {
  if (moved === 'not') return 0
  if (moved === 'weeks') return weeks !== null && Number.isInteger(weeks) && Math.abs(weeks) <= 520 ? weeks * 7 : undefined
  return from && isLocal(start, 'date') ? Math.round((Date.parse(start) - Date.parse(from)) / day) : undefined
}

/** What is proposed for a chosen term: that the copy begins in its first week, by whole weeks, so that lessons keep their weekdays. What begins in
 *  the term already, or has no first day, stays. */
export function datesIn(term: { start_date: string; end_date: string } | undefined, from: string | null | undefined): Dates {
  if (!term || !from || (term.start_date <= from && from <= term.end_date)) return datesStay
  const start = Date.parse(term.start_date)
  const later = ((((Date.parse(from) - start) / day) % 7) + 7) % 7
  return { ...datesStay, moved: 'start', start: new Date(start + later * day).toISOString().slice(0, 10) }
}
