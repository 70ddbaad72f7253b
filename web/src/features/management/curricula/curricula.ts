// Queries of curricula and what their form edits.
import type { Answer } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'

export type CurriculumSummary = Answer<'GET /api/curricula'>['items'][number]
export type Curriculum = Answer<'GET /api/curricula/:id'>
export type CurriculumRow = Curriculum['rows'][number]
export type Covered = Answer<'GET /api/curricula/:id/courses'>
export type MissingPerson = Answer<'GET /api/curricula/:id/missing'>['items'][number]
export type Link = Answer<'GET /api/curricula/:id/links'>['items'][number]

export const curriculumQuery = (id: string) => query('GET /api/curricula/:id', { params: { id } })
export const coveredQuery = (id: string) => query('GET /api/curricula/:id/courses', { params: { id }, query: {} })

export const refreshLists = () => invalidate('GET /api/curricula')
/** Whatever enrolments and rows decide. */
export const refreshCurriculum = () =>
  invalidate(
    'GET /api/curricula',
    'GET /api/curricula/:id',
    'GET /api/curricula/:id/courses',
    'GET /api/curricula/:id/missing',
    'GET /api/curricula/:id/links',
  )

export const mostTerms = 30
export const mostRows = 500

/** As it is typed; a row keeps its place in the list, and its number of credits may be empty. */
export type Values = { name: string; terms: number | null; rows: readonly TypedRow[] }
export type TypedRow = Omit<CurriculumRow, 'credits'> & { credits: number | null }
export const valuesOf = ({ name, terms, rows }: Curriculum): Values => ({ name, terms, rows })

type Faults = { name?: string; terms?: string; rows: Record<number, { code?: string; credits?: string }> }
export type FaultTexts = { nameMissing: string; termsWrong: string; codeMissing: string; codeTwice: string; creditsWrong: string }

/** Faults by field and row; undefined: none. */
export function faultsOf({ name, terms, rows }: Values, texts: FaultTexts): Faults | undefined {
  const faults: Faults = { rows: {} }
  if (!name.trim()) faults.name = texts.nameMissing
  const last = rows.reduce((most, { term }) => Math.max(most, term), 1)
  if (terms === null || terms < last || terms > mostTerms) faults.terms = texts.termsWrong
  const seen = new Set<string>()
  for (const [nth, { course_code, credits }] of rows.entries()) {
    const code = course_code.trim()
    const fault = {
      ...(code === '' ? { code: texts.codeMissing } : seen.has(code) ? { code: texts.codeTwice } : {}),
      ...((credits === null || credits < 0 || credits > 1000) && { credits: texts.creditsWrong }),
    }
    seen.add(code)
    if (Object.keys(fault).length > 0) faults.rows[nth] = fault
  }
  return faults.name || faults.terms || Object.keys(faults.rows).length > 0 ? faults : undefined
}
export type CurriculumFaults = Faults

/** The server's refusals, which name row and field. */
export function faultsFrom(fields: Record<string, string>): Faults {
  const faults: Faults = { rows: {} }
  for (const [field, text] of Object.entries(fields)) {
    const [, nth, of] = /^rows\.(\d+)\.(\w+)$/.exec(field) ?? []
    if (nth !== undefined) faults.rows[Number(nth)] = { ...faults.rows[Number(nth)], [of === 'credits' ? 'credits' : 'code']: text }
    else if (field === 'name' || field === 'terms') faults[field] = text
  }
  return faults
}
