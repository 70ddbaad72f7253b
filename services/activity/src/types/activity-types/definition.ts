// The definition of an activity type: what the rest of activity needs of it. No other file names a type.
import type { ErrorCode } from '@lyceum/kit/calls/errors'
import type { ActivityDraft, Criterion } from '../api.ts'
import type { Asker } from '../askers.ts'
import type { AvailableType, SettingsOf } from './api.ts'

export type Definition<K extends AvailableType = AvailableType> = {
  /** The meaning of a missing setting, so that a new one needs no migration. */
  defaults: Required<SettingsOf<K>>
  /** The criteria on which its completion may hang. */
  criteria: readonly Criterion['kind'][]
  defaultCriterion: string
  /** The uploads it takes, and the refusals of other numbers and types. */
  uploads: { least: number; most?: number; types?: readonly string[]; wrongNumber?: ErrorCode; wrongType?: ErrorCode }
  /** Pictures and attachments in its text count as its uploads. */
  pictures?: true
  /** The rules of watching its first upload, where progress counts the watched seconds; undefined: not with this criterion. */
  watching?(settings: Required<SettingsOf<K>>, criterion: Criterion['kind']): { forwardSeeking: boolean } | undefined
  /** With the criterion `submitted` there is nothing to hand in: students mark it as done themselves (POST /api/activities/:id/done). */
  markedDone?: true
  /** It is held on the web from its start to its end: a cloud classroom of the calendar. */
  live?: true
  /** It is met at an address that is kept as a secret (src/live); `hosts`: these alone and what is below them, else the refusal. `provider`: makes it. */
  meeting?: { hosts?: readonly string[]; refusal?: ErrorCode; provider: 'bigbluebutton' | 'tencent' }
  /** It is read before its start too, as whatever people get ready for. */
  readableBeforeStart?: true
  /** Work is handed in for it, by these rules (src/submissions); undefined: not with these settings. It stays readable after it has closed. */
  work?(settings: Required<SettingsOf<K>>): WorkRules | undefined
  /** The weights of the parts of its score (src/evaluations); undefined: it is the teacher's alone. */
  evaluation?(settings: Required<SettingsOf<K>>): Weights | undefined
  /** It asks questions through a paper (src/papers), whose points are its own: it is published with a paper that can be answered. */
  asks?: Asker
  /** It has topics, by these rules (src/talk); an activity of another type has comments alone. */
  talk?(settings: Required<SettingsOf<K>>): TalkRules
  /** Its upload is a package that reports itself how far its learner is, and who has passed (src/packages): a score alone passes nobody. */
  packaged?: true
  /** It stays readable after it has closed, as whatever work is handed in for. */
  readableAfterEnd?: true
  /** When its scores are released follows from its settings. */
  releaseOf?(settings: Required<SettingsOf<K>>, anonymous: boolean): 'at_once' | 'by_hand'
  /** It is scored out of so many points at most. */
  mostPoints?: { points: number; refusal: ErrorCode }
  /** Scores of anonymous work are released by hand, whatever was chosen before; the refusal of another choice. */
  anonymousByHand?: ErrorCode
  /** The settings that are times: they move with the dates of a copied course. */
  dates?: readonly (keyof SettingsOf<K>)[]
  /** The points that late work loses: by the rules of the course, none, or by terms of its own. Without it the course's. */
  late?(settings: Required<SettingsOf<K>>): 'course' | 'none' | LateWork
  /** The shared fields that mean something for it; the others are refused. */
  fields: readonly SharedField[]
  /** A draft without its uploads; activity-types.test.ts takes it through the life of an activity. */
  example: Omit<ActivityDraft, 'type' | 'upload_ids'>
}

export type WorkRules = {
  text: boolean
  /** Null: none are taken. `types`: extensions; none: all. */
  files: { types: readonly string[]; most: number; megabytes: number } | null
  /** Nothing is taken after the due time. */
  lateRefused: boolean
  /** The number of times that it may be handed in; null: as often as they like. */
  times: number | null
  /** Until when what is handed in may be handed in again. */
  until: Date | null
}

export type TalkRules = {
  /** Those who begin topics. */
  begins: 'everyone' | 'teachers'
  kinds: ('discussion' | 'question')[]
  /** Posts may be anonymous to classmates. */
  anonymous: boolean
  /** Posts of others show once one has posted in the topic. */
  postFirst: boolean
  /** Of the posts that its criterion asks for so many are to be replies. */
  repliesRequired: number
  /** Minutes in which its author may change a post; null: always. */
  editMinutes: number | null
  /** The posts of students that wait for who moderates. */
  moderation: 'nobody' | 'first' | 'all'
}

/** Of what is met at a time: its first recording is watched where the lecture is completed by that. */
export const watchingRecording: NonNullable<Definition<'live_lecture'>['watching']> = (_, criterion) =>
  criterion === 'watched' ? { forwardSeeking: true } : undefined

/** Each counts by its share of all that are given. */
export type Weights = { teacher: number; self: number; peer: number }

/** As LateRule of a course's policy; decimals are text. */
export type LateWork = { percent: string; per: 'day' | 'hour'; lowest: string; grace_minutes: number }

/** Fields of a draft that not every type has. */
export type SharedField = 'points' | 'group_set_id' | 'anonymous' | 'release'
