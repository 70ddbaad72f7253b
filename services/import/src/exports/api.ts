// The contract table of an organisation's exports: who took which data out of it, for those who read its reports.
import { Id, nullable, oneOf, paged, pageQuery, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** As tasks. people: the list of people; roster: all of the register as OneRoster; questions: of a bank; attendance: of a course; topic: its posts; notes: of their author. */
const taskKinds = ['people', 'roster', 'questions', 'attendance', 'topic', 'notes'] as const
export type TaskKind = (typeof taskKinds)[number]
/** Saved by a page. list: the rows of a list; scores: of a course; answers: of a questionnaire. */
const savedKinds = ['list', 'scores', 'answers'] as const
export const ExportKind = oneOf(...taskKinds, ...savedKinds)
export type ExportKind = Static<typeof ExportKind>
const SavedExport = Type.Object({
  kind: oneOf(...savedKinds),
  name: Type.String({ minLength: 1, maxLength: 200, description: 'of the file' }),
  rows: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
})
export type SavedExport = Static<typeof SavedExport>
const State = oneOf('running', 'finished', 'failed', 'cancelled')

export const Export = Type.Object({
  /** Of its task, where it has one. */
  id: Type.String(),
  kind: ExportKind,
  name: nullable(Type.String({ description: 'of a file that a page has saved; it is kept nowhere' })),
  by: Type.Object({ id: Type.String(), name: Type.String() }),
  state: State,
  error: nullable(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) })),
  rows: nullable(
    Type.Integer({ description: 'people, with courses of a register, questions, posts, notes, or lines; null before its end' }),
  ),
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
  'POST /api/exports': {
    summary: 'Record that I save rows that a page shows me as a file',
    may: 'signedIn',
    status: 201,
    tx: false,
    delegates: true,
    body: SavedExport,
    reply: Type.Object({ id: Type.String() }),
    example: { kind: 'list', name: 'All people.csv', rows: 120 },
  },
  'GET /api/management/exports': {
    summary:
      'Exports of the organisation, the newest first, for a month after their end; of a department: those of its managers and of those below it, and my own',
    may: 'audit.read',
    management: true,
    query: ExportQuery,
    reply: paged(Export),
    errors: ['authCode.needed'],
  },
})
