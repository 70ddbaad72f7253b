// The contract table of data imports: files of a school's register are checked against the school, read line by line, applied and undone.
import { ById, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { ExternalSource } from '@lyceum/kit/external-ids/api'
import { RosterKind, rosterKinds } from '@lyceum/kit/rosters/api'
import { encodings } from '@lyceum/kit/text/encodings'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

/** oneroster: a set of files as OneRoster 1.2 CSV, one by one or in a .zip. */
export const ImportKind = oneOf(...rosterKinds, 'oneroster')
export type ImportKind = Static<typeof ImportKind>
/** whole: what the files do not have is gone; changes: it stays. */
const Mode = oneOf('whole', 'changes')
const Encoding = oneOf(...encodings)
/** Of a field of the kind: the name of the column that has it; '' for none. Left out: the column is found by its name. */
const Mapping = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 200 }))
/** Things that count as gone in mode whole: people and courses of a department alone, courses and enrolments of a term alone. */
const Scope = Type.Object({
  department: Type.Optional(Type.String({ maxLength: 200, description: 'its external id' })),
  academic_year: Type.Optional(Type.String({ maxLength: 64 })),
  semester: Type.Optional(Type.String({ maxLength: 64 })),
})

export const RunState = oneOf('checking', 'ready', 'held', 'applying', 'applied', 'failed', 'undoing', 'undone')
export type RunState = Static<typeof RunState>
export const LineOutcome = oneOf('made', 'changed', 'same', 'left', 'back', 'refused')
const Counts = Type.Object({
  made: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  left: Type.Integer(),
  back: Type.Integer(),
  refused: Type.Integer(),
  /** Of those, lines with fields that were changed by hand and stay. */
  pinned: Type.Integer(),
  /** Lines that are done already, while it is applied or undone. */
  done: Type.Integer(),
})
const Params = Type.Object({}, { additionalProperties: true })
const Reason = Type.Object({ code: Type.String(), params: Params })

export const Run = Type.Object({
  id: Type.String(),
  kind: ImportKind,
  source: Type.String(),
  mode: Mode,
  scope: Scope,
  state: RunState,
  /** The task that checks, applies or undoes it. */
  task: nullable(Type.String()),
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: nullable(RosterKind),
      lines: Type.Integer(),
      encoding: nullable(Encoding),
      /** Letters that its bytes do not have in this encoding: how many, and the line of the first. */
      replaced: nullable(Type.Object({ count: Type.Integer(), line: Type.Integer() })),
    }),
  ),
  counts: Type.Array(Type.Interface([Counts], { kind: RosterKind })),
  /** Why it is held; the number of what would leave is to be typed then. */
  holds: Type.Array(Reason),
  removals: Type.Integer({ description: 'things that would leave' }),
  /** Why it failed. */
  error: nullable(Reason),
  by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Time,
  applied_at: nullable(Time),
  /** Its undo has not ended: part of it is undone, and the rest can be. */
  undo_begun: Type.Boolean(),
  /** Until when it can be undone; null: not now. */
  undo_until: nullable(Time),
  version: Type.Integer(),
})
export type Run = Static<typeof Run>

export const RunLine = Type.Object({
  kind: RosterKind,
  external_id: Type.String(),
  /** Of the file; null for what is not in it. */
  line: nullable(Type.Integer()),
  title: Type.String(),
  outcome: LineOutcome,
  code: nullable(Type.String()),
  params: Params,
  pinned: Type.Array(Type.String()),
  /** Fields that change. */
  changes: Type.Array(Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })),
  /** Of an undo: kept where somebody has changed it since. */
  undone: nullable(oneOf('undone', 'kept')),
})
export type RunLine = Static<typeof RunLine>

const rights = { may: 'people.import', wide: true, management: true } as const
const refusals = ['department.only', 'authCode.needed'] as const
const fileErrors = [
  'roster.fileUnknown',
  'roster.unreadable',
  'roster.encrypted',
  'roster.unsafePath',
  'roster.tooLarge',
  'roster.columnMissing',
  'roster.openQuote',
  'roster.noFile',
] as const

export const dataImportCalls = calls({
  'POST /api/data-import/preview': {
    ...rights,
    summary:
      'The beginning of each file of a register: encoding, columns, the field that each column is taken for, and the first lines. Nothing is stored',
    body: Type.Object({
      kind: ImportKind,
      upload_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
      encoding: Type.Optional(Encoding),
    }),
    reply: Type.Object({
      files: Type.Array(
        Type.Object({
          name: Type.String(),
          kind: nullable(RosterKind),
          encoding: nullable(Encoding),
          replaced: nullable(Type.Object({ count: Type.Integer(), line: Type.Integer() })),
          columns: Type.Array(Type.String()),
          lines: Type.Array(Type.Array(Type.String()), { description: 'at most 20' }),
          mapping: Mapping,
          /** Fields of the kind, those that a file must have first. */
          fields: Type.Array(Type.Object({ name: Type.String(), needed: Type.Boolean() })),
        }),
      ),
    }),
    tx: false,
    repeatable: true,
    delegates: true,
    errors: [...refusals, ...fileErrors],
  },
  'POST /api/data-import': {
    ...rights,
    summary: 'Check files of a register: a task that reads and compares them. Nothing of the school is changed',
    body: Type.Object({
      kind: ImportKind,
      upload_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
      mode: Mode,
      source: Type.Optional(ExternalSource),
      scope: Type.Optional(Scope),
      mapping: Type.Optional(Mapping),
      encoding: Type.Optional(Encoding),
      take_over: Type.Optional(Type.Boolean({ description: 'fields that were changed by hand are written too' })),
    }),
    reply: Type.Object({ id: Type.String(), task: Type.String() }),
    status: 201,
    tx: false,
    delegates: true,
    errors: [...refusals, ...fileErrors, 'roster.running'],
  },
  'GET /api/data-import': {
    ...rights,
    summary: 'Imports of the organisation, the newest first; conditions: state, kind, source',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(Run),
    errors: refusals,
  },
  'GET /api/data-import/:id': { ...rights, summary: 'An import', params: ById, reply: Run, errors: [...refusals, 'roster.notFound'] },
  'GET /api/data-import/:id/lines': {
    ...rights,
    summary: 'Lines of an import: what becomes or became of each, for 30 days; conditions: kind, outcome, pinned, keyword',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(RunLine),
    errors: [...refusals, 'roster.notFound'],
  },
  'POST /api/data-import/:id/apply': {
    ...rights,
    summary: 'Apply a checked import, as a task; of a held one with the number of what would leave',
    params: ById,
    body: Type.Object({ version: Version, removals: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })) }),
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    delegates: true,
    errors: [...refusals, 'roster.notFound', 'roster.newer', 'roster.notReady', 'roster.otherNumber', 'roster.running', 'roster.undoBegun'],
  },
  'POST /api/data-import/:id/undo': {
    ...rights,
    summary: 'Undo an import that was applied, whole or in part, within 30 days, as a task; what somebody has changed since stays',
    params: ById,
    body: Type.Object({ version: Version }),
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    delegates: true,
    errors: [...refusals, 'roster.notFound', 'roster.newer', 'roster.notApplied', 'roster.tooLate', 'roster.running'],
  },
  'DELETE /api/data-import/:id': {
    ...rights,
    summary: 'Discard an import that is not applied',
    status: 204,
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    errors: [...refusals, 'roster.notFound', 'roster.newer', 'roster.notReady', 'roster.running'],
  },
  'GET /api/data-import/templates/:kind': {
    ...rights,
    summary: 'An empty file of a kind with the names of its columns, as CSV',
    params: Type.Object({ kind: RosterKind }),
    reply: Type.Object({ name: Type.String(), content: Type.String() }),
    errors: refusals,
  },
})
