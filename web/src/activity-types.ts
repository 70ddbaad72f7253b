// The activity types that have a page: each by its definition, in the order of the menu that adds them.
import type { Definition } from './activity-types/definition.ts'
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
import { unknownType } from './activity-types/unknown/definition.ts'
import { videoQuiz } from './activity-types/video_quiz/definition.ts'
import type { ActivityRow, ActivityType } from './parts/learning/course/content.ts'
import { paths } from './paths.ts'

export const activityTypes = {
  online_video: onlineVideo,
  material,
  page,
  homework,
  forum,
  classroom,
  live_lecture: liveLecture,
  tencent_meeting: tencentMeeting,
  exam,
  questionnaire,
  video_quiz: videoQuiz,
  learning_activity: learningActivity,
  scorm,
} satisfies Partial<Record<ActivityType, Definition>>

/** The types that can be made by hand. */
export type CreatableType = keyof typeof activityTypes
export const creatableTypes = (Object.keys(activityTypes) as CreatableType[]).filter((type) => definitionOf(type).form)

/** The definition of any type; one that this page does not know yet can be listed but not opened. */
export function definitionOf(type: string): Definition {
  return Object.hasOwn(activityTypes, type) ? activityTypes[type as CreatableType] : unknownType
}

/** The address of an activity's page. */
export const activityHref = ({ id, course_id, type }: Pick<ActivityRow, 'id' | 'course_id' | 'type'>): string =>
  ownAddress({ id, course_id, type }) ?? paths.activity(course_id, id)

/** The address that a type has of its own; mails and notifications do not know it, and link to learning-activity#/{id}. */
export const ownAddress = ({ id, course_id, type }: Pick<ActivityRow, 'id' | 'course_id' | 'type'>): string | undefined =>
  definitionOf(type).href?.(course_id, id)
