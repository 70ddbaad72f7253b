// The contract table of marks: what a marker draws and writes on a work, as a layer over it.
import { calls, notBegun } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, Ordinal, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** Most marks on one version of a work. */
export const mostMarks = 500

const Thousandth = Type.Number({ minimum: -1000, maximum: 2000 })
/** Characters of the text, from 0, or seconds of a recording. */
const Coordinate = Type.Number({ minimum: 0, maximum: 1_000_000 })

/**
 * The area of a mark, in thousandths of the width and height of the unturned page. Each kind has its own fields: a pen points and width, a highlight
 * boxes (on a page) or from and to (in a text), text and stamp x and y, a comment x and y or from, with to where it is about a stretch.
 */
export const Shape = Type.Object({
  /** x and y in turn, at most 2,000 points. */
  points: Type.Optional(Type.Array(Thousandth, { minItems: 2, maxItems: 4000 })),
  width: Type.Optional(Type.Number({ minimum: 0.1, maximum: 100 })),
  /** x, y, width and height of each line. */
  boxes: Type.Optional(Type.Array(Type.Array(Thousandth, { minItems: 4, maxItems: 4 }), { minItems: 1, maxItems: 200 })),
  x: Type.Optional(Thousandth),
  y: Type.Optional(Thousandth),
  /** Of the letters of a text or of a stamp. */
  size: Type.Optional(Type.Number({ minimum: 1, maximum: 200 })),
  from: Type.Optional(Coordinate),
  to: Type.Optional(Coordinate),
})
export type Shape = Static<typeof Shape>

export const markKinds = ['pen', 'highlight', 'text', 'stamp', 'comment'] as const
const written = {
  /** The version of the work that it is on. */
  n: Ordinal,
  /** The file that it is on; null: the text. */
  upload_id: nullable(Id),
  /** From 1; 1 where there are no pages. */
  page: Type.Integer({ minimum: 1, maximum: 10_000 }),
  kind: oneOf(...markKinds),
  shape: Shape,
  /** Of a text and a comment what is written, of a stamp its name; '' else. */
  text: Type.String({ maxLength: 4000 }),
  colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
}
/** `version`: the one the writer saw, 0 for a new mark. The same written once more is answered as the first time. */
export const WrittenMark = Type.Object({ ...written, version: Version })
export type WrittenMark = Static<typeof WrittenMark>

export const Mark = Type.Object({
  id: Type.String(),
  ...written,
  /** Null: erased, and in every answer to a student. */
  marker: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  version: Type.Integer(),
})
export type Mark = Static<typeof Mark>
export const Marks = Type.Object({ items: Type.Array(Mark) })
export type Marks = Static<typeof Marks>

const OfMark = Type.Object({ id: Id, mark: Id })
const OfVersion = Type.Object({ n: Ordinal })

export const markCalls = calls({
  'GET /api/submissions/:id/marks': {
    summary: 'The marks on a version of a work; with two markers mine alone until both are done',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    query: OfVersion,
    reply: Marks,
    errors: ['marking.noVersion'],
  },
  'PUT /api/submissions/:id/marks/:mark': {
    summary: 'Write a mark by the id that its page gave it; a deleted one comes back',
    may: 'work.mark',
    at: 'submission',
    params: OfMark,
    body: WrittenMark,
    reply: Mark,
    errors: [
      'mark.newer',
      'mark.tooMany',
      'mark.otherWork',
      'mark.notYours',
      'mark.wrongFile',
      'marking.noVersion',
      'marking.slotsTaken',
      'marking.bothDone',
    ],
    repeatable: true,
  },
  'DELETE /api/submissions/:id/marks/:mark': {
    summary: 'Delete a mark; PUT brings it back',
    may: 'work.mark',
    at: 'submission',
    params: OfMark,
    query: Type.Object({ version: Type.Optional(Version) }),
    reply: Type.Object({ version: Type.Integer() }),
    errors: ['mark.newer', 'mark.notFound', 'mark.notYours', 'marking.bothDone'],
    repeatable: true,
  },
  'GET /api/activities/:id/my-submission/marks': {
    summary: 'The marks on a version of my work, once its score is released',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    query: OfVersion,
    reply: Marks,
    errors: [...notBegun, 'marking.noVersion'],
  },
})
