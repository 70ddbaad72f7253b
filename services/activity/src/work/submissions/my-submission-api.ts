// The contract table of my submission: the draft of a student or a group, what they have handed in, and what became of it.
import { ById, Id, nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notOpen } from '../../call-table.ts'
import { Member, PersonName, SubmissionFile, SubmissionState } from './api.ts'

/** Of my work, once it is released. */
export const Result = Type.Object({
  points: nullable(Type.String()),
  max: nullable(Type.String()),
  /** Before points were taken off for being late. */
  earned: nullable(Type.String()),
  late_points: nullable(Type.String()),
  /** Set by hand over what the work was marked with, and why; '': nobody said. */
  overridden: Type.Boolean(),
  reason: Type.String(),
  /** The points that the marker gave the work: of a group those of all, from which `earned` may differ. Null while its score is not shown. */
  given: nullable(Type.String()),
  comment: Type.String(),
  criteria: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      points: nullable(Type.String()),
      max: Type.String(),
      level: nullable(Type.String()),
      comment: Type.String(),
    }),
  ),
  /** The parts that make the points, where they are several, each with its weight in per cent; null: nobody has given it. */
  parts: Type.Array(Type.Object({ part: oneOf('teacher', 'self', 'peer'), share: Type.String(), points: nullable(Type.String()) })),
  /** There are marks on the work: GET /api/activities/:id/my-submission/marks. */
  marks: Type.Boolean(),
  returned_at: nullable(Type.String()),
  /** Returned to be handed in once more. */
  rework: Type.Boolean(),
  /** Of other students, without names. */
  reviews: Type.Array(
    Type.Object({
      points: nullable(Type.String()),
      criteria: Type.Record(Type.String(), Type.Object({ points: nullable(Type.String()), comment: Type.String() })),
      comment: Type.String(),
    }),
  ),
})
export type Result = Static<typeof Result>

/** One hand-in of mine. */
export const MyVersion = Type.Object({
  n: Type.Integer(),
  submitted_at: Type.String(),
  /** Null: somebody whose account is gone. */
  submitted_by: nullable(PersonName),
  /** The due time that held. */
  due: nullable(Type.String()),
  late_seconds: Type.Integer(),
  text: Type.String(),
  files: Type.Array(SubmissionFile),
  /** Twelve characters that stand for the submission, its number, its files and its time. */
  receipt: Type.String(),
})
export type MyVersion = Static<typeof MyVersion>

export const MyDraft = Type.Object({
  text: Type.String(),
  files: Type.Array(SubmissionFile),
  version: Type.Integer(),
  updated_at: Type.String(),
  updated_by: nullable(PersonName),
})
export type MyDraft = Static<typeof MyDraft>

export const MySubmission = Type.Object({
  /** Null before there is a draft. */
  id: nullable(Type.String()),
  state: SubmissionState,
  /** Null: it is handed in alone, or I have no group. */
  group: nullable(Type.Object({ id: Type.String(), name: Type.String(), members: Type.Array(Member) })),
  draft: nullable(MyDraft),
  /** That the next draft is written over: of the draft, or of the last one that was handed in; 0 before there was any. */
  draft_version: Type.Integer(),
  /** Newest first, at most 100. */
  versions: Type.Array(MyVersion),
  /** My own times; of a group the latest due and closing time of its members, and the earliest opening. */
  opens: nullable(Type.String()),
  due: nullable(Type.String()),
  closes: nullable(Type.String()),
  /** Until then I may hand in (again): the earliest of closing time, end of resubmissions, and due time where late work is refused. */
  submits_until: nullable(Type.String()),
  may_submit: Type.Boolean(),
  /** Why not: the code of the refusal. */
  refusal: nullable(Type.String()),
  /** The number of times that I may still hand in; null: as often as I like. */
  submissions_left: nullable(Type.Integer()),
  /** Lateness of work handed in at this moment; 0: on time. */
  late_now_seconds: Type.Integer(),
  result: nullable(Result),
  /** Draft and hand-in name the draft's version; this one grows with every change of the submission. */
  version: Type.Integer(),
})
export type MySubmission = Static<typeof MySubmission>

export const DraftWritten = Type.Object({
  /** HTML, bounded and cleaned like every rich text. */
  text: Type.Optional(Type.String({ maxLength: 200_000 })),
  /** With those in the text these are its files. */
  upload_ids: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
  /** The owner's names of the files, in the order of upload_ids: whoever takes them does not learn them otherwise. One that is too long is shortened. */
  names: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 20 })),
  /** Of the draft that the writer saw; 0 before there is one. */
  version: Version,
})
export type DraftWritten = Static<typeof DraftWritten>

export const KeptDraft = Type.Object({ version: Type.Integer(), updated_at: Type.String() })
export type KeptDraft = Static<typeof KeptDraft>

/** Earlier states of a draft: of each writer the last of every five minutes. */
export const DraftHistory = Type.Object({
  /** Newest first, at most 50. */
  items: Type.Array(
    Type.Object({
      at: Type.String(),
      by: nullable(PersonName),
      text: Type.String(),
      /** Beside the text, as they were then. */
      files: Type.Array(Type.Object({ upload_id: Type.String(), name: Type.String() })),
    }),
  ),
})
export type DraftHistory = Static<typeof DraftHistory>

/** Refusals of writing and handing in. */
const notTaken = [...notOpen, 'submission.closed', 'submission.noneLeft', 'submission.noGroup', 'submission.noWork'] as const

export const mySubmissionCalls = calls({
  'GET /api/activities/:id/my-submission': {
    summary: 'My work in an activity, or that of my group: the draft, what was handed in, and what became of it',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: MySubmission,
    errors: [...notOpen, 'submission.noWork'],
  },
  'PUT /api/activities/:id/my-submission/draft': {
    summary: 'Keep my draft, or that of my group; what is left out stays',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: DraftWritten,
    reply: KeptDraft,
    errors: [...notTaken, 'draft.newer'],
    example: { text: '<p>Salinity rises with depth.</p>', version: 0 },
  },
  'GET /api/activities/:id/my-submission/drafts': {
    summary: 'Who wrote what in the draft of my group, or in mine',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: DraftHistory,
    errors: [...notOpen, 'submission.noWork'],
  },
  'POST /api/activities/:id/my-submission': {
    summary: 'Hand in the draft as I saw it. The answer is the receipt',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ version: Version }),
    reply: MyVersion,
    status: 201,
    errors: [...notTaken, 'submission.empty', 'submission.newer'],
    example: { version: 1 },
  },
})
