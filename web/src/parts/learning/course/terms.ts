// Academic years and terms of the organisation, as courses are put into them.
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'

export type Term = Answer<'GET /api/terms'>['terms'][number]

export const termsQuery = { ...query('GET /api/terms'), staleTime: 5 * 60_000 }

/** `2026–2027 · Autumn`; a year is its name alone. */
export function termName(terms: readonly Term[], id: string): string {
  const term = terms.find((one) => one.id === id)
  const year = terms.find((one) => one.id === term?.parent_id)
  return [year?.name, term?.name].filter(Boolean).join(' · ')
}

/** Terms, and years without any: what a course can be in. */
export const choices = (terms: readonly Term[]): { value: string; label: string }[] =>
  terms.map(({ id }) => ({ value: id, label: termName(terms, id) }))

/** The term of a day, else its year. */
export function termOf(terms: readonly Term[], day: string): Term | undefined {
  const running = terms.filter(({ start_date, end_date }) => start_date <= day && day <= end_date)
  return running.find(({ parent_id }) => parent_id !== null) ?? running[0]
}
