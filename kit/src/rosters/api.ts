// Rosters on the wire: rows of another system's register as their owners take them, the outcome of each, and the way back.
import { type Static, type TSchema, Type } from 'typebox'
import { Id, nullable, oneOf, Version } from '../calls/shapes.ts'
import { ExternalIdText, ExternalSource } from '../external-ids/api.ts'

/** Rows of one call, which are one transaction. */
export const mostRosterRows = 500
export const rosterKinds = ['departments', 'study_units', 'people', 'courses', 'enrolments'] as const
export const RosterKind = oneOf(...rosterKinds)
export type RosterKind = Static<typeof RosterKind>

/** Fields that every row has. `gone`: the source has it no more. */
export const rosterRow = {
  external_id: ExternalIdText,
  gone: Type.Optional(Type.Literal(true)),
}

/** `import_id`: the import whose rows they are. `check`: the same judgement, and nothing is written. `take_over`: fields that were changed by hand are written too, and belong to the source again. */
export const rosterBody = <T extends TSchema>(row: T) =>
  Type.Object({
    source: ExternalSource,
    import_id: Type.Optional(Id),
    check: Type.Optional(Type.Boolean()),
    take_over: Type.Optional(Type.Boolean()),
    rows: Type.Array(row, { minItems: 1, maxItems: mostRosterRows }),
  })

const Params = Type.Object({}, { additionalProperties: true })
/** State before a change, as its owner writes it and reads it again for an undo; null: there was nothing. */
const Before = nullable(Type.Object({}, { additionalProperties: true }))
export const RosterOutcome = Type.Object({
  external_id: Type.String(),
  id: nullable(Type.String({ description: 'of the thing; null where it was refused or is not made yet' })),
  /** left: what is gone is suspended or ended and stays; back: what had left returns. */
  outcome: oneOf('made', 'changed', 'same', 'left', 'back', 'refused'),
  /** Fields that somebody has changed by hand: they stay. */
  pinned: Type.Array(Type.String()),
  code: Type.Optional(Type.String({ description: 'of a refusal' })),
  params: Type.Optional(Params),
  before: Type.Optional(Before),
  version: Type.Optional(Type.Integer({ description: 'of the thing after the change: an undo needs it unchanged' })),
})
export type RosterOutcome = Static<typeof RosterOutcome>
export const RosterReply = Type.Object({ rows: Type.Array(RosterOutcome) })

export const RosterUndo = Type.Object({
  source: ExternalSource,
  rows: Type.Array(Type.Object({ external_id: ExternalIdText, id: Id, before: Before, version: Version }), {
    minItems: 1,
    maxItems: mostRosterRows,
  }),
})
/** kept: somebody has changed it since, or it is in use. */
export const RosterUndone = Type.Object({
  rows: Type.Array(Type.Object({ external_id: Type.String(), outcome: oneOf('undone', 'kept'), code: Type.Optional(Type.String()) })),
})

/** All things of a kind, by their ids: those after one. */
export const RosterList = Type.Object({ source: ExternalSource, after: Type.Optional(Id) })

/** Things of a kind by what the source calls them, or by the organisation's own code: a user number, the code of a department or a course. */
export const RosterFind = Type.Object({
  source: ExternalSource,
  external_ids: Type.Optional(Type.Array(ExternalIdText, { maxItems: 1000 })),
  codes: Type.Optional(Type.Array(ExternalIdText, { maxItems: 1000 })),
})
export const RosterFound = Type.Object({
  items: Type.Array(Type.Object({ external_id: nullable(Type.String()), code: nullable(Type.String()), id: Type.String() })),
})
