// An exam with its settings, which the server answers complete.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { Answer } from '../../client.ts'
import type { Activity } from '../../parts/learning/course/content.ts'

export type Settings = Required<SettingsOf<'exam'>>
export type Exam = Omit<Activity, 'settings'> & { settings: SettingsOf<'exam'> & { needs_code?: boolean } } & Activity
export type Mine = Answer<'GET /api/activities/:id/my-attempts'>
/** Every setting has a value: the server adds the defaults. */
export const settingsOf = (activity: Pick<Exam, 'settings'>): Settings => activity.settings as Settings
