// The academic years of an organisation and their terms.
import { calls } from '../call-table.ts'
import { ById, changes, Day, Id, nullable, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** Days without lessons, the last one included. */
export const Holiday = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }), start_date: Day, end_date: Day })
export type Holiday = Static<typeof Holiday>

export const Term = Type.Object({
  id: Type.String(),
  parent_id: nullable(Type.String({ description: 'the year of a term; null: a year' })),
  name: Type.String(),
  start_date: Type.String(),
  end_date: Type.String(),
  holidays: Type.Array(Type.Object({ name: Type.String(), start_date: Type.String(), end_date: Type.String() })),
  courses: nullable(Type.Integer({ description: 'that are in it; for who changes terms' })),
  version: Type.Integer(),
})
export type Term = Static<typeof Term>

const fields = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  start_date: Day,
  end_date: Day,
  holidays: Type.Optional(Type.Array(Holiday, { maxItems: 60 })),
})
export const TermDraft = Type.Interface([fields], { parent_id: Type.Optional(nullable(Id)) })
export type TermDraft = Static<typeof TermDraft>
export type TermFields = Static<typeof fields>

const refusals = ['term.taken', 'term.outsideYear', 'term.endBeforeStart', 'term.holidayOutside'] as const

export const termCalls = calls({
  'GET /api/terms': {
    summary: 'Academic years, the latest first, each followed by its terms',
    may: 'signedIn',
    reply: Type.Object({ terms: Type.Array(Term), can_change: Type.Boolean() }),
  },
  'POST /api/terms': {
    summary: 'Make an academic year, or a term of one',
    may: 'terms.change',
    wide: true,
    body: TermDraft,
    reply: Term,
    status: 201,
    errors: ['department.only', ...refusals, 'term.unknownYear'],
    example: { name: '2026–2027', start_date: '2026-09-01', end_date: '2027-07-31' },
  },
  'PUT /api/terms/:id': {
    summary: 'Change the fields that are given; its courses follow its name',
    may: 'terms.change',
    wide: true,
    params: ById,
    body: Type.Interface([changes(fields)], { version: Version }),
    reply: Term,
    errors: ['department.only', ...refusals, 'term.notFound', 'term.newer', 'term.narrowerThanTerms'],
  },
  'DELETE /api/terms/:id': {
    summary: 'Delete a term without courses, or a year without terms and courses',
    may: 'terms.change',
    wide: true,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['department.only', 'term.notFound', 'term.newer', 'term.inUse'],
  },
})
