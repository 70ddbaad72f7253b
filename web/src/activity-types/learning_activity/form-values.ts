// The settings of a learning activity as its form holds them, their faults, and the request made from them. Pure.
import type { SettingsOf } from '@lyceum/activity/types/activity-types/api'
import type { TextKey } from '../../i18n.ts'
import { pointsFault } from '../../parts/learning/activity/points-field.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import {
  fileFaults,
  fileSettings,
  freshWork,
  namelessSettings,
  outside,
  reviewFaults,
  reviewSettings,
  type WorkValues,
  workValuesOf,
} from '../../parts/learning/work/settings-values.ts'

type Settings = Required<SettingsOf<'learning_activity'>>
export type Values = WorkValues & {
  body: string
  points: string
  work: Settings['work']
  /** The number of times that it can be handed in again. */
  again: number | null
  teacher: number | null
  self: number | null
  peer: number | null
  release: Activity['release']
}
export const fresh: Values = {
  ...freshWork,
  body: '',
  points: '',
  work: 'none',
  again: 0,
  teacher: 100,
  self: 0,
  peer: 0,
  release: 'at_once',
}

export function valuesOf(activity: Omit<Activity, 'settings'> & { settings: SettingsOf<'learning_activity'> }): Values {
  const { body, points, release, settings } = activity
  return {
    ...workValuesOf(settings),
    body,
    points: points ?? '',
    work: settings.work ?? fresh.work,
    again: settings.resubmissions ?? fresh.again,
    teacher: settings.teacher_weight ?? fresh.teacher,
    self: settings.self_weight ?? fresh.self,
    peer: settings.peer_weight ?? fresh.peer,
    release,
  }
}

/** Students evaluate too. */
export const isEvaluated = ({ work, self, peer }: Values) => work !== 'none' && Boolean(self || peer)
const isReviewed = (values: Values) => isEvaluated(values) || (values.work !== 'none' && Boolean(values.peers))

/** By the server's field names, as keys of the course texts. */
export function faultsOf(values: Values): Partial<Record<string, TextKey<'course'>>> {
  const { body, points, work, again, teacher, self, peer, peers } = values
  const weights = { teacher_weight: teacher, self_weight: self, peer_weight: peer }
  return {
    ...(body.trim() === '' && { body: 'bodyNeeded' as const }),
    ...(Number(points) > 100 && { points: 'pointsMost' as const }),
    ...(isEvaluated(values) && points === '' && { points: 'pointsForParts' as const }),
    ...pointsFault(points),
    ...(work !== 'none' && {
      ...(work !== 'text' && fileFaults(values)),
      ...(outside(again, 0, 100) && { 'settings.resubmissions': 'againRange' as const }),
      ...Object.fromEntries(
        Object.entries(weights).flatMap(([name, weight]) =>
          outside(weight, 0, 100) ? [[`settings.${name}`, 'percentUpTo100' as const]] : [],
        ),
      ),
      ...reviewFaults(values, isReviewed(values)),
      ...(peer && !peers && { 'settings.peer_reviews': 'peersNeeded' as const }),
    }),
  }
}

export function bodyOf(values: Values) {
  const { body, points, work, release } = values
  const settings: SettingsOf<'learning_activity'> & Record<string, unknown> = {
    work,
    ...(work !== 'none' && {
      ...(work !== 'text' && fileSettings(values)),
      resubmissions: values.again ?? 0,
      teacher_weight: values.teacher ?? 0,
      self_weight: values.self ?? 0,
      peer_weight: values.peer ?? 0,
      ...namelessSettings(values),
      ...reviewSettings(values, isReviewed(values)),
    }),
  }
  return {
    body,
    points: points || null,
    ...(work !== 'none' && release !== 'at_time' && { release }),
    settings,
  }
}
