// The contract table of votes: opened, closed and shown by who teaches, answered by students, read by the room once they are shown.
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { GrantedFiles } from '../../activity/api.ts'
import { calls } from '../../call-table.ts'
import { Content, Key } from '../../questions/question-types/api.ts'
import { Html } from '../../questions/question-types/shapes.ts'
import { Vote, VoteAnswer, VoteCounts } from './shapes.ts'

/** Seconds after which a vote closes by itself, at most. */
export const mostVoteSeconds = 3600

export const VoteDraft = Type.Object({
  /** The version of a question of a bank that the reader may use. */
  version_id: Type.Optional(Id),
  /** Or a question of its own. Its text may be empty, and it needs no right answer. */
  question: Type.Optional(
    Type.Object({
      type: oneOf('single', 'multiple', 'true_false', 'scale', 'short_answer'),
      stem: Html,
      content: Content,
      key: Type.Optional(Key),
    }),
  ),
  /** Nobody learns who answered what; results come after the close, from five answers. It never opens again. */
  anonymous: Type.Boolean(),
  /** Until it closes by itself; null: by hand. */
  seconds: Type.Optional(nullable(Type.Integer({ minimum: 5, maximum: mostVoteSeconds }))),
})
export type VoteDraft = Static<typeof VoteDraft>

export const VoteChanges = Type.Object({
  /** open: once more, without a time. */
  state: Type.Optional(Vote.properties.state),
  /** For everybody in the room. */
  results_shown: Type.Optional(Type.Boolean()),
  /** The results name the right answer. */
  right_shown: Type.Optional(Type.Boolean()),
  version: Version,
})
export type VoteChanges = Static<typeof VoteChanges>

export const VoteResults = Type.Object({
  ...VoteCounts.properties,
  /** The last vote of the same question in an earlier class of the course. */
  before: nullable(
    Type.Object({
      id: Type.String(),
      session_id: Type.String(),
      /** Of the class. */
      title: Type.String(),
      opened_at: Type.String(),
      n: Type.Integer(),
      counts: VoteCounts.properties.counts,
      mean: VoteCounts.properties.mean,
    }),
  ),
})
export type VoteResults = Static<typeof VoteResults>

export const voteCalls = calls({
  'GET /api/class-sessions/:id/votes': {
    summary: 'The votes of a class, the last first, without their keys',
    may: 'viewCourse',
    at: 'classSession',
    params: ById,
    query: pageQuery(),
    reply: paged(Vote),
    errors: ['course.unpublished'],
  },
  'POST /api/class-sessions/:id/votes': {
    summary: 'Open a vote in a class that runs, by a question of a bank or one of its own',
    may: 'attendance.change',
    at: 'classSession',
    params: ById,
    body: VoteDraft,
    reply: Vote,
    status: 201,
    errors: ['class.ended', 'vote.open', 'vote.questionUnknown', 'vote.notOffered', 'upload.unknown', 'activity.tooManyPictures'],
    example: {
      question: { type: 'scale', stem: '<p>How clear was that?</p>', content: { from: 1, to: 5 } },
      anonymous: true,
      seconds: 60,
    },
  },
  'PUT /api/votes/:id': {
    summary: 'Close a vote or open it once more; show its results, and the right answer in them, to the room or hide them',
    may: 'attendance.change',
    at: 'vote',
    params: ById,
    body: VoteChanges,
    reply: Vote,
    errors: ['vote.newer', 'vote.open', 'vote.anonymous', 'vote.noRight', 'class.ended'],
    example: { state: 'closed', results_shown: true, version: 1 },
  },
  'PUT /api/votes/:id/answer': {
    summary: 'Answer a vote, or change the answer until it closes; again or with a lower seq, the kept answer is the reply',
    may: 'viewCourse',
    at: 'vote',
    repeatable: true,
    tx: false,
    params: ById,
    body: VoteAnswer,
    reply: VoteAnswer,
    errors: ['forbidden', 'vote.closed', 'course.unpublished'],
    example: { answer: { value: 4 }, seq: 1 },
  },
  'GET /api/votes/:id/files': {
    summary: 'The files of a vote’s question with their grants',
    may: 'viewCourse',
    at: 'vote',
    params: ById,
    reply: GrantedFiles,
    errors: ['course.unpublished'],
  },
  'GET /api/votes/:id/results': {
    summary:
      'The results of a vote: for who teaches, and for the room once they are shown; of an anonymous one once it is closed, from five answers',
    may: 'viewCourse',
    at: 'vote',
    params: ById,
    reply: VoteResults,
    errors: ['vote.notShown', 'course.unpublished'],
  },
})
