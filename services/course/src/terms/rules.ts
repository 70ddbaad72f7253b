// Rules of terms: their dates, and their order in a list.
import type { Fields } from '@lyceum/kit/calls/errors'

/** Days as YYYY-MM-DD. */
export type Span = { start_date: string; end_date: string }

export const within = (inner: Span, outer: Span): boolean => inner.start_date >= outer.start_date && inner.end_date <= outer.end_date

/** The faults of a term's days, by field; `year`: the year it is of, `terms`: those of a year. */
export function faultsOf(span: Span, { year, terms = [] }: { year?: Span | undefined; terms?: readonly Span[] }): Fields {
  if (span.end_date < span.start_date) return { end_date: 'term.endBeforeStart' }
  if (year && span.start_date < year.start_date) return { start_date: 'term.outsideYear' }
  if (year && span.end_date > year.end_date) return { end_date: 'term.outsideYear' }
  if (terms.some(({ start_date }) => start_date < span.start_date)) return { start_date: 'term.narrowerThanTerms' }
  if (terms.some(({ end_date }) => end_date > span.end_date)) return { end_date: 'term.narrowerThanTerms' }
  return {}
}

/** The faults of holidays: each ends after it begins and lies within its term. */
export function holidayFaults(holidays: readonly Span[], term: Span): Fields {
  const wrong = holidays.findIndex((one) => one.end_date < one.start_date || !within(one, term))
  if (wrong < 0) return {}
  const late = holidays[wrong]!.end_date < holidays[wrong]!.start_date
  return late ? { [`holidays.${wrong}.end_date`]: 'term.endBeforeStart' } : { [`holidays.${wrong}.start_date`]: 'term.holidayOutside' }
}

type Listed = Span & { id: string; parent_id: string | null; name: string }
/** Years, the latest first, each followed by its terms in their order. */
export function ordered<T extends Listed>(all: readonly T[]): T[] {
  const byStart = (a: T, b: T) => a.start_date.localeCompare(b.start_date) || a.name.localeCompare(b.name)
  const years = all.filter(({ parent_id }) => parent_id === null).toSorted((a, b) => byStart(b, a))
  return years.flatMap((year) => [year, ...all.filter(({ parent_id }) => parent_id === year.id).toSorted(byStart)])
}
