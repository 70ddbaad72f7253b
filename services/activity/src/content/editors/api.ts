// The contract table of editors: who is changing an activity at this moment, and who changed it last. Those of questions stand with their banks.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** Seconds after its last beat at which an editor counts as closed; open ones beat three times in it. */
export const editorLifetime = 30

export const Editors = Type.Object({
  /** Longest open first, at most 20. A person has one for each window in which the activity is being changed. */
  editors: Type.Array(
    Type.Object({
      /** The id that its window gave itself. */
      editor: Type.String(),
      person: Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() }),
    }),
  ),
  version: Type.Integer(),
  /** When somebody changed its fields last; what moves or opens it does not count. Null: nobody since it was created. */
  changed_at: nullable(Type.String()),
  /** Null: changed by nobody since it was created, or by somebody whose account is gone. */
  changed_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
})
export type Editors = Static<typeof Editors>

/** `editor`: the id that the window gave itself. */
export const EditorBeat = Type.Object({ editor: Id, open: Type.Boolean() })

export const editorCalls = calls({
  'GET /api/activities/:id/editors': {
    summary: 'Who has it open in an editor, and who changed it last',
    may: 'content.change',
    at: 'activity',
    params: ById,
    reply: Editors,
  },
  'PUT /api/activities/:id/editors': {
    summary: 'My editor is open, every 10 s, or closed; who else has one. Kept for 30 s',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: EditorBeat,
    reply: Editors,
    tx: false,
    repeatable: true,
    example: { editor: '0193e6a5-3f7a-7cc2-9d2b-7a4e5d1c9b20', open: true },
  },
})
