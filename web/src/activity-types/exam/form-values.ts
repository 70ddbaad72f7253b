// The settings of an exam as its form holds them, their faults, and the request made from them. Pure.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import { defaults } from '@lyceum/activity/types/activity-types/exam/defaults'
import type { TextKey } from '../../i18n.ts'
import type { CriterionKind } from '../../parts/learning/course/completion-fields.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { type Exam, type Settings, settingsOf } from './exam.ts'

export type Values = Omit<Settings, 'unlimited_attempts' | 'grace_minutes' | 'attempts'> & {
  body: string
  tries: 'once' | 'times' | 'open'
  grace_minutes: number | null
  attempts: number | null
  anonymous: boolean
  /** Per cent of the points that complete it. */
  needed: string
}

export const fresh: Values = { ...defaults, body: '', tries: 'once', attempts: 2, anonymous: false, needed: '50' }

export function valuesOf(activity: Omit<Activity, 'settings'> & { settings: SettingsOf<'exam'> }): Values {
  const { unlimited_attempts: open, attempts, ...settings } = settingsOf(activity as Exam)
  const { completion_criterion: criterion } = activity
  return {
    ...fresh,
    ...settings,
    body: activity.body,
    tries: open ? 'open' : attempts > 1 ? 'times' : 'once',
    attempts: attempts > 1 ? attempts : fresh.attempts,
    anonymous: activity.anonymous,
    needed: String((criterion.kind === 'scored' && criterion.percent) || fresh.needed),
  }
}

/** The minutes that the line of a fold is of: without any it has nothing about them. */
export const graceOf = ({ grace_minutes: grace }: Pick<Values, 'grace_minutes'>): number | undefined => grace || undefined

const outside = (value: number | null, least: number, most: number) => value === null || value < least || value > most

/** By the server's field names, as keys of the course texts. */
export function faultsOf(values: Values, criterion: CriterionKind): Partial<Record<string, TextKey<'course'>>> {
  const share = Number(values.needed)
  return {
    ...(values.limit_minutes !== null && outside(values.limit_minutes, 1, 10_080) && { 'settings.limit_minutes': 'limitRange' as const }),
    ...(outside(values.grace_minutes, 0, 1440) && { 'settings.grace_minutes': 'graceExamRange' as const }),
    ...(values.tries === 'times' && outside(values.attempts, 2, 20) && { 'settings.attempts': 'attemptsRange' as const }),
    ...(values.play_limit !== null && outside(values.play_limit, 1, 100) && { 'settings.play_limit': 'playsRange' as const }),
    ...(criterion === 'scored' &&
      !(Number.isInteger(share) && share >= 1 && share <= 100) && { completion_criterion_key: 'percentRange' as const }),
  }
}

export function bodyOf(values: Values, criterion: CriterionKind) {
  const { body, tries, attempts, grace_minutes: grace, anonymous, needed, ...rest } = values
  const settings: Record<string, unknown> & SettingsOf<'exam'> = {
    ...rest,
    // without names nothing is shown before the names are back
    results_when: anonymous ? 'by_hand' : rest.results_when,
    no_way_back: rest.one_at_a_time && rest.no_way_back,
    grace_minutes: grace ?? 0,
    attempts: tries === 'times' ? (attempts ?? 1) : 1,
    unlimited_attempts: tries === 'open',
  }
  return { body, anonymous, ...(criterion === 'scored' && { completion_criterion_key: `scored_${Number(needed)}` }), settings }
}
