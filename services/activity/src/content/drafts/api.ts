// The contract table of drafts: what a person writes in an activity's text and has not saved yet; nobody else sees it.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../../types/activity-types/api.ts'

export const TextDraft = Type.Object({
  title: Type.String(),
  body: Type.String(),
  /** Of the activity that it was written against; 0 before the activity is made. */
  base_version: Type.Integer(),
  version: Type.Integer(),
  updated_at: Type.String(),
})
export type TextDraft = Static<typeof TextDraft>

export const Written = Type.Object({
  title: Type.String({ maxLength: 200 }),
  /** HTML, bounded and cleaned like the text itself. */
  body: Type.String({ maxLength: 200_000 }),
  base_version: Version,
  /** The version of the draft that the writer saw, 0 for none; without it the draft is replaced. */
  version: Type.Optional(Version),
})
export type Written = Static<typeof Written>

/** Without the text: the answers of keyed writes are stored for a day, and a text is kept every few seconds. */
export const KeptDraft = Type.Object({ version: Type.Integer(), updated_at: Type.String() })
export type KeptDraft = Static<typeof KeptDraft>

const Found = Type.Object({ draft: nullable(TextDraft) })
const OfCourse = Type.Object({ id: Id, type: ActivityType })

/** The version of the draft that the writer saw; without it the draft is deleted whatever it is. */
const Seen = Type.Object({ version: Type.Optional(Version) })

export const draftCalls = calls({
  'GET /api/activities/:id/draft': {
    summary: 'My draft of its text, null without one',
    may: 'content.change',
    at: 'activity',
    params: ById,
    reply: Found,
  },
  'PUT /api/activities/:id/draft': {
    summary: 'Keep what I write in its text; what others read stays',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: Written,
    reply: KeptDraft,
    errors: ['draft.newer'],
  },
  'DELETE /api/activities/:id/draft': {
    summary: 'Delete my draft of its text',
    may: 'content.change',
    at: 'activity',
    params: ById,
    query: Seen,
    reply: Type.Null(),
    status: 204,
    errors: ['draft.newer'],
  },
  'GET /api/courses/:id/drafts/:type': {
    summary: 'My draft of a new activity of this type, null without one',
    may: 'content.change',
    at: 'course',
    params: OfCourse,
    reply: Found,
  },
  'PUT /api/courses/:id/drafts/:type': {
    summary: 'Keep what I write in a new activity of this type before it is made',
    may: 'content.change',
    at: 'course',
    params: OfCourse,
    body: Written,
    reply: KeptDraft,
    errors: ['draft.newer'],
  },
  'DELETE /api/courses/:id/drafts/:type': {
    summary: 'Delete my draft of a new activity of this type',
    may: 'content.change',
    at: 'course',
    params: OfCourse,
    query: Seen,
    reply: Type.Null(),
    status: 204,
    errors: ['draft.newer'],
  },
})
