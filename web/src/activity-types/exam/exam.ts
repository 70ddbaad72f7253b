// An exam with its settings, which the server answers complete.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { Answer } from '../../client.ts'
import type { Activity } from '../../parts/learning/course/content.ts'

export type Settings = Required<SettingsOf<'exam'>>
export type Exam = Omit<Activity, 'settings'> & { settings: SettingsOf<'exam'> & { needs_code?: boolean } } & Activity
export type Mine = Answer<'GET /api/activities/:id/my-attempts'>
/** Every setting has a value: the server adds the defaults. */
export const settingsOf = (activity: Pick<Exam, 'settings'>): Settings => activity.settings as Settings

/**
 * The minutes that an attempt has if it begins at a time (of the server's clock, milliseconds), or once the exam opens: the limit, or less where the exam
 * ends before (`cut`). Undefined where nothing but the closing time ends it.
 */
export function minutesFrom(
  { limit_minutes: limit, opens, ends_at: ends }: Pick<Mine, 'limit_minutes' | 'opens' | 'ends_at'>,
  now: number,
): { minutes: number; cut: boolean } | undefined {
  if (limit === null) return undefined
  const begins = Math.max(now, opens ? Date.parse(opens) : now)
  const left = ends ? Math.max(0, Math.floor((Date.parse(ends) - begins) / 60_000)) : limit
  return left < limit ? { minutes: left, cut: true } : { minutes: limit, cut: false }
}
