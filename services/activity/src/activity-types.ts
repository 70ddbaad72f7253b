// The activity types that can be created, each with its definition.
import type { AvailableType } from './activity-types/api.ts'
import type { Definition } from './activity-types/definition.ts'
import { learningActivity } from './activity-types/learning_activity/definition.ts'
import { material } from './activity-types/material/definition.ts'
import { onlineVideo } from './activity-types/online_video/definition.ts'
import { page } from './activity-types/page/definition.ts'

export const activityTypes: { [K in AvailableType]: Definition<K> } = {
  learning_activity: learningActivity,
  material,
  online_video: onlineVideo,
  page,
}

/** Undefined for a type that this release does not have: the row was written by a newer one. */
export const definitionOf = (type: string): Definition | undefined => (activityTypes as unknown as Record<string, Definition>)[type]

/** The types whose progress counts watched seconds, for SQL. */
export const watchedTypes: readonly string[] = Object.keys(activityTypes).filter((type) => definitionOf(type)?.watching)
