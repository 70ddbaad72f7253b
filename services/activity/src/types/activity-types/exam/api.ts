// The settings of exams on the wire. The paper, the code and the addresses stand in tables of their own.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { namelessSettings } from '../../work-settings/api.ts'

export const ExamSettings = Type.Object({
  /** Time to write from one's start on; null: until it closes. */
  limit_minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_080 }))),
  /** After it has closed, for who is writing. */
  grace_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1440 })),
  attempts: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  unlimited_attempts: Type.Optional(Type.Boolean()),
  /** The attempt among several that is the score. */
  counts: Type.Optional(oneOf('best', 'last', 'first', 'average')),
  one_at_a_time: Type.Optional(Type.Boolean()),
  no_way_back: Type.Optional(Type.Boolean()),
  shuffle_questions: Type.Optional(Type.Boolean()),
  shuffle_options: Type.Optional(Type.Boolean()),
  /** A start on another device ends the writing on the one before. */
  one_device: Type.Optional(Type.Boolean()),
  results_shown: Type.Optional(oneOf('nothing', 'score', 'answers', 'feedback')),
  /** after_close: once the last of all who may write has to be done. */
  results_when: Type.Optional(oneOf('at_once', 'after_close', 'by_hand')),
  /** The number of times that a sound or film of a question may be begun; null: as often as they like. */
  play_limit: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  no_seeking: Type.Optional(Type.Boolean()),
  /** Two people mark what a person marks, without seeing each other's marking. */
  second_marker: Type.Optional(Type.Boolean()),
  ...namelessSettings,
})
