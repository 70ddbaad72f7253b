// The contract table of similarity: where a work has the same words as another one of its course. A hint, never a verdict.
import { calls } from '../../call-table.ts'
import { ById, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Author } from '../submissions/api.ts'

const Passage = Type.Object({
  /** The file it is in, by its name or, of an anonymous one, by its number; null: the text. */
  file: nullable(Type.String()),
  /** Characters of the plain text, from 0; `to` is behind the last. */
  from: Type.Integer(),
  to: Type.Integer(),
  text: Type.String(),
})
/** Of a file that is not compared, or whose beginning alone is. older: it was handed in before files were compared. */
export const LeftOut = Type.Object({
  file: Type.String(),
  why: oneOf('encrypted', 'broken', 'tooLarge', 'noText', 'kind', 'older', 'cut'),
})
export type LeftOut = Static<typeof LeftOut>
export const Similar = Type.Object({
  submission_id: Type.String(),
  activity_id: Type.String(),
  activity_title: Type.String(),
  author: Author,
  /** The share of this work's text that stands in the other one too. */
  percent: Type.Integer(),
  /** The longest first, at most 20. */
  places: Type.Array(Type.Object({ here: Passage, there: Passage })),
})
export type Similar = Static<typeof Similar>

export const similarityCalls = calls({
  'GET /api/submissions/:id/similar': {
    summary: 'Works of the course with much of the same text as the newest version of this one: at most 10, the most alike first',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    /** ready: the text has been compared, with that of its files. compared: its characters; too little text is compared with none. */
    reply: Type.Object({
      items: Type.Array(Similar),
      ready: Type.Boolean(),
      compared: Type.Integer(),
      left_out: Type.Array(LeftOut),
    }),
  },
})
