// An exam with its settings, each with what it means when it is missing.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { Answer } from '../../client.ts'
import type { Activity } from '../../parts/learning/course/content.ts'

export type Settings = Required<SettingsOf<'exam'>>
export type Exam = Omit<Activity, 'settings'> & { settings: SettingsOf<'exam'> & { needs_code?: boolean } } & Activity
export type Mine = Answer<'GET /api/activities/:id/my-attempts'>

export const defaults: Settings = {
  limit_minutes: null,
  grace_minutes: 0,
  attempts: 1,
  unlimited_attempts: false,
  counts: 'best',
  one_at_a_time: false,
  no_way_back: false,
  shuffle_questions: false,
  shuffle_options: false,
  one_device: true,
  results_shown: 'score',
  results_when: 'by_hand',
  play_limit: null,
  no_seeking: false,
  second_marker: false,
  strip_properties: true,
}
export const settingsOf = (activity: Pick<Exam, 'settings'>): Settings => ({ ...defaults, ...activity.settings }) as Settings
