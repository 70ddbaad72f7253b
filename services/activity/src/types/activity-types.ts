// The activity types that can be created, each with its definition.
import type { AvailableType } from './activity-types/api.ts'
import type { Definition } from './activity-types/definition.ts'
import type { Asker } from './askers.ts'
import { classroom } from './activity-types/classroom/definition.ts'
import { exam } from './activity-types/exam/definition.ts'
import { forum } from './activity-types/forum/definition.ts'
import { homework } from './activity-types/homework/definition.ts'
import { learningActivity } from './activity-types/learning_activity/definition.ts'
import { liveLecture } from './activity-types/live_lecture/definition.ts'
import { material } from './activity-types/material/definition.ts'
import { onlineVideo } from './activity-types/online_video/definition.ts'
import { page } from './activity-types/page/definition.ts'
import { questionnaire } from './activity-types/questionnaire/definition.ts'
import { scorm } from './activity-types/scorm/definition.ts'
import { tencentMeeting } from './activity-types/tencent_meeting/definition.ts'
import { videoQuiz } from './activity-types/video_quiz/definition.ts'

export const activityTypes: { [K in AvailableType]: Definition<K> } = {
  classroom,
  exam,
  forum,
  homework,
  learning_activity: learningActivity,
  live_lecture: liveLecture,
  material,
  online_video: onlineVideo,
  page,
  questionnaire,
  scorm,
  tencent_meeting: tencentMeeting,
  video_quiz: videoQuiz,
}

/** Undefined for a type that this release does not have: the row was written by a newer one. */
export const definitionOf = (type: string): Definition | undefined => (activityTypes as unknown as Record<string, Definition>)[type]

/** Type → the default form of work handed in for it, for SQL: of the types that work may be handed in for. */
export const workByDefault: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(activityTypes).flatMap(([type, { defaults }]) => ('work' in defaults ? [[type, defaults.work]] : [])),
)
/** Activities with questions stay readable after they have closed, as do those for which work is handed in. */
export const staysReadable = (type: string): boolean => definitionOf(type)?.readableAfterEnd === true

/** Activities that are met at a time are readable before it. */
export const readableBefore = (type: string): boolean => definitionOf(type)?.readableBeforeStart === true

/** The types that have a meeting, for SQL. */
export const meetingTypes: readonly string[] = Object.keys(activityTypes).filter((type) => definitionOf(type)?.meeting)

/** The types that have topics of their own, for SQL. */
export const talkTypes: readonly string[] = Object.keys(activityTypes).filter((type) => definitionOf(type)?.talk)

/** The types that ask questions in one way, for SQL. */
export const typesAsking = (asker: Asker): string[] => Object.keys(activityTypes).filter((type) => definitionOf(type)?.asks === asker)

/** It is made of what is watched: a film is chosen for it, and may be replaced. */
export const isFilm = ({ watching, uploads }: Pick<Definition, 'watching' | 'uploads'>): boolean =>
  watching !== undefined && uploads.least > 0
/** The types that are films whose watched seconds count, for SQL. */
export const watchedTypes: readonly string[] = Object.entries(activityTypes).flatMap(([type, definition]) =>
  isFilm(definition) ? [type] : [],
)

/** The types that are held at a time on the web, for SQL. */
export const liveTypes: readonly string[] = Object.keys(activityTypes).filter((type) => definitionOf(type)?.live)
