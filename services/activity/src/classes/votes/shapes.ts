// Shapes of votes, for their own contract and the state of a class.
import { nullable, oneOf, Ordinal } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Answer, Content, QuestionTypeName } from '../../questions/question-types/api.ts'

/** A vote as everybody in the room reads it: without its key. */
export const Vote = Type.Object({
  id: Type.String(),
  session_id: Type.String(),
  /** Counts the votes of a session from 1. */
  n: Type.Integer(),
  type: QuestionTypeName,
  /** HTML; empty: the question stands elsewhere, or is spoken. */
  stem: Type.String(),
  content: Content,
  /** The files of its texts, which GET /api/votes/:id/files opens. */
  upload_ids: Type.Array(Type.String()),
  anonymous: Type.Boolean(),
  state: oneOf('open', 'closed'),
  opened_at: Type.String(),
  /** When it closes by itself; null: by hand, or with the class. */
  closes_at: nullable(Type.String()),
  /** Everybody in the room may read its results. */
  results_shown: Type.Boolean(),
  /** The results name the right answer. */
  right_shown: Type.Boolean(),
  /** It has a right answer. */
  keyed: Type.Boolean(),
  version: Type.Integer(),
})
export type Vote = Static<typeof Vote>

export const VoteAnswer = Type.Object({
  answer: Answer,
  /** Grows with every change on the device; the greatest counts. */
  seq: Ordinal,
})
export type VoteAnswer = Static<typeof VoteAnswer>

/** Answers of a closed anonymous vote below which nothing but their number is read; of an open one it never is. */
export const leastAnonymous = 5
/** Texts, and words of them, that results name at most. */
export const mostTexts = 100
export const mostWords = 50

const Counted = Type.Array(Type.Object({ value: Type.String(), n: Type.Integer() }))
const Texts = Type.Array(Type.Object({ text: Type.String(), n: Type.Integer() }))
export const VoteCounts = Type.Object({
  /** People who answered. */
  n: Type.Integer(),
  /** People who are here, or were when it closed; never below `n`. */
  asked: Type.Integer(),
  /** Of each option by its id, of `true` and `false`, of each place on a scale; null: of texts, of fewer than five anonymous answers, and of an anonymous vote that is open. */
  counts: nullable(Counted),
  /** Of a scale; null without answers, and as `counts`. */
  mean: nullable(Type.Number()),
  /** Words of short answers and whole ones, the most frequent first. */
  words: Texts,
  texts: Texts,
  /** The right answer as it is counted, once it is shown. */
  right: nullable(Type.Array(Type.String())),
})
export type VoteCounts = Static<typeof VoteCounts>
