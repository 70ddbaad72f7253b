// The contract table of copies: an activity once more, in its course.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Activity } from '../../activity/api.ts'

export const CopyDraft = Type.Object({
  /** Missing: the module of the activity that is copied. */
  module_id: Type.Optional(nullable(Id)),
  /** Its place among the activities there, from 1. Missing: after the one that is copied, in another module at the end. */
  sort: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  /** In the words of the reader: "Copy of …". Missing: the same title. */
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
export type CopyDraft = Static<typeof CopyDraft>

export const copyCalls = calls({
  'POST /api/activities/:id/copy': {
    summary: 'A copy as a draft: its text, files, settings and dates; nobody’s progress or own times',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: CopyDraft,
    reply: Activity,
    status: 201,
  },
})
