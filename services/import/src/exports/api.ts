// The contract table of an organisation's exports: who took which data out of it, for those who read its reports.
import { Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** people: the list of people; roster: all of the register as OneRoster; questions: of a bank. */
export const ExportKind = oneOf('people', 'roster', 'questions')
export type ExportKind = Static<typeof ExportKind>
const State = oneOf('running', 'finished', 'failed', 'cancelled')

export const Export = Type.Object({
  /** Of its task. */
  id: Type.String(),
  kind: ExportKind,
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  state: State,
  error: nullable(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) })),
  rows: nullable(Type.Integer({ description: 'people, with courses of a register, or questions; null before its end' })),
  /** Null: there is none yet, or no more. */
  file: nullable(
    Type.Object({
      name: Type.String(),
      upload: nullable(Type.String({ description: 'among the files of its person, who deletes it' })),
      until: nullable(Time),
    }),
  ),
  mine: Type.Boolean({ description: 'nobody else may download its file' }),
  started_at: Time,
  ended_at: nullable(Time),
})
export type Export = Static<typeof Export>

export const ExportQuery = pageQuery({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'words of the name of its person' })),
  kind: Type.Optional(ExportKind),
  state: Type.Optional(State),
  person_id: Type.Optional(Id),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})
export type ExportQuery = Static<typeof ExportQuery>

export const exportCalls = calls({
  'GET /api/management/exports': {
    summary:
      'Exports of the organisation, the newest first, for a month after their end; of a department: those that its managers began, and my own',
    may: 'audit.read',
    management: true,
    query: ExportQuery,
    reply: paged(Export),
    errors: ['authCode.needed'],
  },
})
