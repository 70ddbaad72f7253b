// The contract table of notes: what people write beside films, documents and images, for themselves, for who teaches or for their course.
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notOpen } from '../../call-table.ts'

/** Most notes of one person in one course. */
export const mostNotes = 5000
export const longestNote = 10_000
export const longestQuote = 300

const Thousandth = Type.Number({ minimum: 0, maximum: 1000 })
/** Boxes (x, y, width and height of each line) or a point, in thousandths of the width and height of the unturned page. */
export const Area = Type.Object({
  boxes: Type.Optional(Type.Array(Type.Array(Thousandth, { minItems: 4, maxItems: 4 }), { minItems: 1, maxItems: 50 })),
  x: Type.Optional(Thousandth),
  y: Type.Optional(Thousandth),
})
export type Area = Static<typeof Area>

export const targetTypes = ['video', 'document', 'image'] as const
export type TargetType = (typeof targetTypes)[number]
export const Audience = oneOf('me', 'teachers', 'course')
export type Audience = Static<typeof Audience>

/** Seconds of a film with at most three decimals; the page of a document, from 1; 1 of an image. */
const Anchor = Type.Number({ minimum: 0, maximum: 1_000_000_000 })
const place = {
  anchor: Anchor,
  area: nullable(Area),
  /** The words that it is about: by them it is found again in a file that replaces this one. */
  quote: Type.String({ maxLength: longestQuote }),
}
const Content = Type.String({ maxLength: longestNote })

export const NoteDraft = Type.Object({
  course_id: Id,
  /** That shows the file. */
  activity_id: Id,
  target_type: oneOf(...targetTypes),
  /** The upload. */
  target_id: Id,
  anchor: Anchor,
  area: Type.Optional(nullable(Area)),
  quote: Type.Optional(Type.String({ maxLength: longestQuote })),
  content: Content,
  audience: Type.Optional(Audience),
})
export type NoteDraft = Static<typeof NoteDraft>

export const NoteChanges = Type.Object({
  content: Type.Optional(Content),
  audience: Type.Optional(Audience),
  /** Another place, with its area and quote: one that is left out is none. */
  anchor: Type.Optional(Anchor),
  area: Type.Optional(nullable(Area)),
  quote: Type.Optional(Type.String({ maxLength: longestQuote })),
  version: Version,
})
export type NoteChanges = Static<typeof NoteChanges>

export const Note = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  /** Null: the activity is gone for good. */
  activity_id: nullable(Type.String()),
  target_type: oneOf(...targetTypes),
  target_id: Type.String(),
  ...place,
  /** False: the file was replaced by another, in which the place was not found again. */
  placed: Type.Boolean(),
  content: Type.String(),
  audience: Audience,
  mine: Type.Boolean(),
  /** Another's, which I may take back for its author alone. */
  can_take_back: Type.Boolean(),
  author: Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() }),
  /** The file is open to me in the activity. */
  open: Type.Boolean(),
  /** Null while it is not open to me. */
  activity_title: nullable(Type.String()),
  file_name: nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
})
export type Note = Static<typeof Note>

const notesQuery = pageQuery({
  course_id: Type.Optional(Id),
  activity_id: Type.Optional(Id),
  target_id: Type.Optional(Id),
  conditions: Type.Optional(Type.String({ maxLength: 500 })),
  order: Type.Optional(oneOf('changed', 'made')),
})
export type NotesQuery = Static<typeof notesQuery>
export const NotePage = paged(Note)
export type NotePage = Static<typeof NotePage>

export const NotedCourse = Type.Object({ id: Type.String(), name: Type.String(), notes: Type.Integer() })
export type NotedCourse = Static<typeof NotedCourse>

/** The refusals of whoever names an activity and a file of it. */
const refusals = ['forbidden', 'course.notFound', 'activity.notFound', ...notOpen] as const

export const noteCalls = calls({
  'GET /api/notes': {
    summary:
      'My notes, the last changed first; of a file (target_id) by their places. With an activity and a file that are open to me also those that others share with me there. Mine stay readable when a file is closed to me. conditions: keyword (text and quote), placed (false: without a place). order: made, the first made first, for whoever reads all of them',
    may: 'signedIn',
    query: notesQuery,
    reply: NotePage,
  },
  'GET /api/notes/courses': {
    summary: 'The courses in which I have notes, with their number, by name',
    may: 'signedIn',
    query: pageQuery(),
    reply: paged(NotedCourse),
  },
  'POST /api/notes': {
    summary: 'Write a note at a place of a file that is open to me in an activity: a film, an image, or a document that has pages',
    may: 'signedIn',
    body: NoteDraft,
    reply: Note,
    status: 201,
    errors: [...refusals, 'note.notOffered', 'note.outside', 'note.tooMany', 'simulation.readOnly', 'upload.unknown'],
    example: {
      course_id: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c6',
      activity_id: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c7',
      target_type: 'document',
      target_id: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c8',
      anchor: 3,
      area: { boxes: [[120, 240, 500, 22]] },
      quote: 'the moon pulls the water',
      content: 'Compare with lecture 2',
      audience: 'me',
    },
  },
  'PUT /api/notes/:id': {
    summary:
      'Change my note. Its place, and one that is or becomes shared, can change while its file is open to me; a note to me alone always can',
    may: 'signedIn',
    params: ById,
    body: NoteChanges,
    reply: Note,
    errors: [...refusals, 'note.newer', 'note.notFound', 'note.notOffered', 'note.outside', 'simulation.readOnly', 'upload.unknown'],
  },
  'DELETE /api/notes/:id': {
    summary: 'Delete my note; for 30 days it can be restored',
    may: 'signedIn',
    params: ById,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['note.newer', 'note.notFound'],
  },
  'PUT /api/notes/:id/audience': {
    summary: 'Take a note that is shared back to its author alone, who keeps it; for who moderates. The audit log keeps it',
    may: 'signedIn',
    params: ById,
    body: Type.Object({ audience: oneOf('me') }),
    reply: Type.Null(),
    status: 204,
    errors: ['note.notFound'],
  },
  'PUT /api/notes/:id/restore': {
    summary: 'Bring my deleted note back as it was; to me alone if it was shared and its file is closed to me now',
    may: 'signedIn',
    params: ById,
    reply: Note,
    errors: ['note.notFound', 'note.tooMany', 'simulation.readOnly'],
  },
})
