// The settings of homework as its form holds them, their faults, and the request made from them. Pure.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { TextKey } from '../../i18n.ts'
import { pointsFault } from '../../parts/learning/activity/points-field.tsx'
import type { CriterionKind } from '../../parts/learning/course/completion-fields.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import {
  fileFaults,
  fileSettings,
  freshWork,
  namelessSettings,
  outside,
  reviewFaults,
  reviewSettings,
  unread,
  type WorkValues,
  workValuesOf,
} from '../../parts/learning/work/settings-values.ts'
import { fromIso, toIso } from '../../ui/dates.ts'

type Settings = Required<SettingsOf<'homework'>>
export type Release = Activity['release']

/** Times and decimals as typed. */
export type Values = WorkValues & {
  body: string
  points: string
  work: Settings['work']
  groupSet: string
  groupMarks: Settings['group_marks']
  late: Settings['late']
  latePercent: string
  latePer: Settings['late_per']
  lateLowest: string
  grace: number | null
  again: 'never' | 'times' | 'open'
  times: number | null
  againUntil: string
  anonymous: boolean
  release: Release
  releaseTime: string
  second: boolean
  /** The activity whose rubric it takes over while it is being made; '': none. */
  rubric: string
  /** Per cent of the points that complete it. */
  needed: string
}

export const fresh: Values = {
  ...freshWork,
  body: '',
  points: '',
  work: 'both',
  groupSet: '',
  groupMarks: 'one',
  late: 'course',
  latePercent: '10',
  latePer: 'day',
  lateLowest: '0',
  grace: 0,
  again: 'never',
  times: 1,
  againUntil: '',
  anonymous: false,
  release: 'at_once',
  releaseTime: '',
  second: false,
  rubric: '',
  needed: '50',
}

export function valuesOf(activity: Omit<Activity, 'settings'> & { settings: SettingsOf<'homework'> }): Values {
  const { body, points, group_set_id, anonymous, release, release_time, completion_criterion: criterion, settings } = activity
  return {
    body,
    points: points ?? '',
    work: settings.work ?? fresh.work,
    ...workValuesOf(settings),
    groupSet: group_set_id ?? '',
    groupMarks: settings.group_marks ?? fresh.groupMarks,
    late: settings.late ?? fresh.late,
    latePercent: settings.late_percent ?? fresh.latePercent,
    latePer: settings.late_per ?? fresh.latePer,
    lateLowest: settings.late_lowest ?? fresh.lateLowest,
    grace: settings.late_grace_minutes ?? fresh.grace,
    again: settings.unlimited_resubmissions ? 'open' : settings.resubmissions ? 'times' : 'never',
    times: settings.resubmissions || fresh.times,
    againUntil: fromIso(settings.resubmit_until ?? null),
    anonymous,
    release,
    releaseTime: fromIso(release_time),
    second: settings.second_marker ?? fresh.second,
    rubric: '',
    needed: String((criterion.kind === 'scored' && criterion.percent) || fresh.needed),
  }
}

const percentPattern = /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/

/** By the server's field names, as keys of the course texts. */
export function faultsOf(values: Values, criterion: CriterionKind): Partial<Record<string, TextKey<'course'>>> {
  const files = values.work !== 'text'
  const share = Number(values.needed)
  return {
    ...(values.body.trim() === '' && { body: 'bodyNeeded' as const }),
    ...(Number(values.points) > 100 && { points: 'pointsMost' as const }),
    ...pointsFault(values.points),
    ...(files && fileFaults(values)),
    ...(values.late === 'own' && {
      ...(!percentPattern.test(values.latePercent) && { 'settings.late_percent': 'percentUpTo100' as const }),
      ...(!percentPattern.test(values.lateLowest) && { 'settings.late_lowest': 'percentUpTo100' as const }),
      ...(outside(values.grace, 0, 10_080) && { 'settings.late_grace_minutes': 'graceRange' as const }),
    }),
    ...(values.again === 'times' && outside(values.times, 1, 100) && { 'settings.resubmissions': 'againRange' as const }),
    ...(values.again !== 'never' && unread(values.againUntil) && { 'settings.resubmit_until': 'timeUnread' as const }),
    ...(values.release === 'at_time' &&
      !values.anonymous &&
      (values.releaseTime === '' || unread(values.releaseTime)) && { release_time: 'releaseTimeNeeded' as const }),
    ...reviewFaults(values, Boolean(values.peers)),
    ...(criterion === 'scored' &&
      !(Number.isInteger(share) && share >= 1 && share <= 100) && { completion_criterion_key: 'percentRange' as const }),
    ...(criterion === 'scored' && values.points === '' && { points: 'pointsForScore' as const }),
  }
}

export function bodyOf(values: Values, criterion: CriterionKind) {
  // scores of anonymous work are released by hand: at another time they would tell whose it is
  const release: Release = values.anonymous ? 'by_hand' : values.release
  const own = values.late === 'own'
  const settings: Record<string, unknown> & SettingsOf<'homework'> = {
    work: values.work,
    ...(values.work !== 'text' && fileSettings(values)),
    group_marks: values.groupMarks,
    late: values.late,
    ...(own && {
      late_percent: values.latePercent,
      late_per: values.latePer,
      late_lowest: values.lateLowest,
      late_grace_minutes: values.grace ?? 0,
    }),
    resubmissions: values.again === 'times' ? (values.times ?? 0) : 0,
    unlimited_resubmissions: values.again === 'open',
    resubmit_until: values.again === 'never' ? null : toIso(values.againUntil),
    second_marker: values.second,
    ...namelessSettings(values),
    ...reviewSettings(values, Boolean(values.peers)),
  }
  return {
    body: values.body,
    points: values.points || null,
    group_set_id: values.groupSet || null,
    anonymous: values.anonymous,
    release,
    release_time: release === 'at_time' ? toIso(values.releaseTime) : null,
    ...(criterion === 'scored' && { completion_criterion_key: `scored_${Number(values.needed)}` }),
    settings,
  }
}
