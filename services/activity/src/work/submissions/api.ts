// The contract table of submissions: the list of work handed in, for its markers. The calls of a student who hands in stand in my-submission-api.ts.
import { calls } from '../../call-table.ts'
import { TaskId } from '@lyceum/kit/tasks/api'
import { ById, Id, nullable, oneOf, pageQuery, paged, sorted } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

export const PersonName = Type.Object({ id: Type.String(), name: Type.String() })
export const Member = Type.Object({ id: Type.String(), name: Type.String(), avatar: Type.String() })

export const SubmissionState = oneOf('none', 'draft', 'submitted', 'returned')
export type SubmissionState = Static<typeof SubmissionState>

/**
 * A file of a draft or of a submission, those in its text too. For who marks it while the activity is anonymous its name is file-1.pdf, upload_id an
 * alias that the calls of this work and of views take, and sha256 null.
 */
export const SubmissionFile = Type.Object({
  upload_id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  /** A picture or an attachment within the text. */
  in_text: Type.Boolean(),
  /** As of every upload; '' once it is not known any more. */
  status: Type.String(),
  /** Of the bytes that were handed in, in hexadecimal; null until it is computed. */
  sha256: nullable(Type.String()),
  /** Opens it, also where preparing it failed; null while its bytes are not there. */
  grant: nullable(Type.String()),
  url: nullable(Type.String()),
})
export type SubmissionFile = Static<typeof SubmissionFile>

/** The author of the work: a person, a group, or a pseudonym, of which only the number is known. */
export const Author = Type.Object({
  kind: oneOf('person', 'group', 'pseudonym'),
  id: nullable(Type.String()),
  name: nullable(Type.String()),
  user_no: nullable(Type.String()),
  avatar: nullable(Type.String()),
  number: nullable(Type.Integer()),
})
export type Author = Static<typeof Author>

export const MarkingState = oneOf('none', 'started', 'done')
export type MarkingState = Static<typeof MarkingState>

export const SubmissionRow = Type.Object({
  /** Of the submission; null: there is none. */
  id: nullable(Type.String()),
  author: Author,
  /** A draft is none here: it is its writer's. */
  state: oneOf('none', 'submitted', 'returned'),
  /** Returned to be handed in once more. */
  rework: Type.Boolean(),
  /** The number of versions handed in. */
  n: Type.Integer(),
  /** While the activity is anonymous, noon of its day, and late by whole days; `version` is the number of hand-ins then. */
  submitted_at: nullable(Type.String()),
  late_seconds: Type.Integer(),
  /** Their own times. Null while the activity is anonymous: extended times would tell whose work it is. */
  due: nullable(Type.String()),
  closes: nullable(Type.String()),
  extended: Type.Boolean(),
  marking: MarkingState,
  points: nullable(Type.String()),
  max: nullable(Type.String()),
  released: Type.Boolean(),
  /** Their number, in the last version. */
  files: Type.Integer(),
  /** Of a group: who was in it at the last hand-in, else who is now. */
  members: Type.Array(Member),
  /** Greatest similarity to another one's text, in per cent; null: not compared. */
  similar: nullable(Type.Integer()),
  version: Type.Integer(),
})
export type SubmissionRow = Static<typeof SubmissionRow>

export const SubmissionCounts = Type.Object({
  all: Type.Integer(),
  missing: Type.Integer(),
  submitted: Type.Integer(),
  to_mark: Type.Integer(),
  late: Type.Integer(),
  /** Marked and returned count what is to be handed in once more among neither. */
  marked: Type.Integer(),
  returned: Type.Integer(),
  rework: Type.Integer(),
})
export type SubmissionCounts = Static<typeof SubmissionCounts>

/** A version as who marks it reads it: of nameless work the attachments in the text are file-1.pdf too. */
export const MarkedVersion = Type.Object({
  n: Type.Integer(),
  submitted_at: Type.String(),
  late_seconds: Type.Integer(),
  text: Type.String(),
  files: Type.Array(SubmissionFile),
})
export type MarkedVersion = Static<typeof MarkedVersion>

export const Submission = Type.Object({
  id: Type.String(),
  activity_id: Type.String(),
  course_id: Type.String(),
  author: Author,
  /** Of a group: whose work it is. */
  members: Type.Array(Member),
  state: oneOf('submitted', 'returned'),
  submitted_at: Type.String(),
  late_seconds: Type.Integer(),
  rework: Type.Boolean(),
  /** Newest first, at most 100. */
  versions: Type.Array(MarkedVersion),
  max: nullable(Type.String()),
  released: Type.Boolean(),
  /** Of all grants. */
  expires_at: Type.String(),
  version: Type.Integer(),
})
export type Submission = Static<typeof Submission>

/** The most submissions that a call returns at once; more are a task. */
export const mostAtOnce = 500
const Ids = Type.Array(Id, { minItems: 1, maxItems: mostAtOnce, uniqueItems: true })
/** Named submissions, or those that fit the conditions of the list (`{}`: all that are handed in) but for the excepted. */
const selected = {
  ids: Type.Optional(Ids),
  conditions: Type.Optional(Type.String({ maxLength: 10_000 })),
  except_ids: Type.Optional(Type.Array(Id, { maxItems: mostAtOnce, uniqueItems: true })),
}
export const Selected = Type.Object(selected)
export type Selected = Static<typeof Selected>

/** Files of several submissions, with the folder of each: "17_Mei Lin", and "Submission 17" for a pseudonym. */
export const SubmissionFiles = Type.Object({
  items: Type.Array(
    Type.Object({
      submission_id: Type.String(),
      upload_id: Type.String(),
      name: Type.String(),
      /** The folder and the name, each once. */
      path: Type.String(),
      size: Type.Integer(),
      grant: Type.String(),
      url: Type.String(),
    }),
  ),
  expires_at: Type.String(),
})
export type SubmissionFiles = Static<typeof SubmissionFiles>

export const submissionCalls = calls({
  'GET /api/activities/:id/submissions': {
    summary:
      'What is handed in and what is missing, by name unless sorted; of an anonymous activity pseudonyms by number. conditions: keyword, state (missing, submitted, to_mark, late, marked, returned, rework, extended), group_id, person_ids',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 10_000 })), ...sorted('name', 'submitted_at', 'points') }),
    reply: paged(SubmissionRow, { counts: SubmissionCounts, anonymous: Type.Boolean() }),
    errors: ['submission.noWork'],
  },
  'GET /api/submissions/:id': {
    summary: 'A submission with all its versions, for who marks it',
    may: 'work.mark',
    at: 'submission',
    params: ById,
    reply: Submission,
  },
  'POST /api/activities/:id/submissions/return': {
    summary:
      'Return marked work, by which its scores are released; what nobody has marked stays. `rework`: any work, to be handed in once more. More than 500 are a task',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    body: Type.Object({ ...selected, rework: Type.Optional(Type.Boolean()) }),
    /** ids: of what was returned in the call; none of a task. */
    reply: Type.Object({ returned: Type.Integer(), ids: Type.Array(Type.String()), task: nullable(TaskId) }),
    status: 200,
    errors: ['submission.noWork'],
    example: { conditions: '{"state":"marked"}' },
  },
  'POST /api/activities/:id/submissions/take-back': {
    summary: 'Take back the return of work for rework, as long as it was not handed in once more. More than 500 are a task',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    body: Selected,
    reply: Type.Object({ taken_back: Type.Integer(), task: nullable(TaskId) }),
    status: 200,
    errors: ['submission.noWork'],
    example: { conditions: '{"state":"rework"}' },
  },
  'POST /api/activities/:id/submissions/remind': {
    summary: 'Remind students who have not handed in, at most once in 12 hours; without ids all of them',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    body: Type.Object({ person_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2000, uniqueItems: true })) }),
    /** lately: how many were reminded less than 12 hours ago, and were not again. */
    reply: Type.Object({ reminded: Type.Integer(), lately: Type.Integer() }),
    status: 200,
    errors: ['submission.noWork'],
    example: {},
  },
  'POST /api/activities/:id/submissions/files': {
    summary: 'The files of submissions in their last version, each with a grant: the page makes the archive. At most 2,000 files',
    may: 'work.mark',
    at: 'activity',
    params: ById,
    body: Selected,
    reply: SubmissionFiles,
    status: 200,
    repeatable: true,
    errors: ['submission.noWork', 'submission.archiveTooLarge'],
    example: { conditions: '{"state":"submitted"}' },
  },
})
