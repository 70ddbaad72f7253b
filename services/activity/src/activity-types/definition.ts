// What the rest of activity asks of an activity type. No other file names a type.
import type { ErrorCode } from '@lyceum/kit/calls/errors'
import type { ActivityDraft, Criterion } from '../activities/api.ts'
import type { AvailableType, SettingsOf } from './api.ts'

export type Definition<K extends AvailableType = AvailableType> = {
  /** What a missing setting means, so that a new one needs no migration. */
  defaults: Required<SettingsOf<K>>
  /** What its completion may hang on. */
  criteria: readonly Criterion['kind'][]
  defaultCriterion: string
  /** The uploads it takes, and the refusals of other numbers and types. */
  uploads: { least: number; most?: number; types?: readonly string[]; wrongNumber?: ErrorCode; wrongType?: ErrorCode }
  /** Pictures and attachments in its text count as its uploads. */
  pictures?: true
  /** Where progress counts the watched seconds of its first upload: how that may be watched. */
  watching?(settings: Required<SettingsOf<K>>): { forwardSeeking: boolean }
  /** With the criterion `submitted` there is nothing to hand in: students say themselves that they are done (POST /api/activities/:id/done). */
  markedDone?: true
  /** The shared fields that mean something for it; the others are refused. */
  fields: readonly SharedField[]
  /** A draft without its uploads; activity-types.test.ts takes it through the life of an activity. */
  example: Omit<ActivityDraft, 'type' | 'upload_ids'>
}

/** Fields of a draft that not every type has. */
export type SharedField = 'points' | 'group_set_id' | 'anonymous' | 'release'
