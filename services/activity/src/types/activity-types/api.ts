// The names and settings of activity types on the wire. The page takes its types from here.
import { type Static, type TObject, Type } from 'typebox'
import { oneOf } from '@lyceum/kit/calls/shapes'
import { ClassroomSettings } from './classroom/api.ts'
import { ExamSettings } from './exam/api.ts'
import { ForumSettings } from './forum/api.ts'
import { HomeworkSettings } from './homework/api.ts'
import { LearningActivitySettings } from './learning_activity/api.ts'
import { LiveLectureSettings } from './live_lecture/api.ts'
import { MaterialSettings } from './material/api.ts'
import { VideoSettings } from './online_video/api.ts'
import { PageSettings } from './page/api.ts'
import { QuestionnaireSettings } from './questionnaire/api.ts'
import { ScormSettings } from './scorm/api.ts'
import { TencentMeetingSettings } from './tencent_meeting/api.ts'
import { VideoQuizSettings } from './video_quiz/api.ts'

/** All types of the product; those that are not available yet are refused with activity.typeNotAvailable. */
export const ActivityType = oneOf(
  'material',
  'online_video',
  'page',
  'scorm',
  'homework',
  'forum',
  'exam',
  'questionnaire',
  'classroom',
  'live_lecture',
  'video_quiz',
  'tencent_meeting',
  'learning_activity',
)
export type ActivityType = Static<typeof ActivityType>

/** The schema of each type's settings. All of them are optional, none has a `default`: ajv would reset with it what a PUT leaves out. */
export const settingsByType = {
  classroom: ClassroomSettings,
  exam: ExamSettings,
  forum: ForumSettings,
  homework: HomeworkSettings,
  learning_activity: LearningActivitySettings,
  live_lecture: LiveLectureSettings,
  material: MaterialSettings,
  online_video: VideoSettings,
  page: PageSettings,
  questionnaire: QuestionnaireSettings,
  scorm: ScormSettings,
  tencent_meeting: TencentMeetingSettings,
  video_quiz: VideoQuizSettings,
} satisfies Partial<Record<ActivityType, TObject>>

/** The types that can be created today. */
export type AvailableType = keyof typeof settingsByType
export type SettingsOf<K extends AvailableType> = Static<(typeof settingsByType)[K]>

/** In bodies and replies an object: a PUT names no type, so activities/settings.ts checks it by the type of the row. */
export const Settings = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, 'x-by-type': settingsByType })

/** A draft for the API's documentation. */
export const exampleDraft = { type: 'page', title: 'Field notes', body: '<p>…</p>' } as const
