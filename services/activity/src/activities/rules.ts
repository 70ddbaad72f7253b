import { invalid } from '@lyceum/kit/errors'
import type { ActivityType, Availability, Criterion } from './api.ts'

/** What can be made today. */
export const built: readonly ActivityType[] = ['online_video', 'material', 'page']

type Times = { published: boolean; start: Date | null; end: Date | null }
export function availabilityOf({ published, start, end }: Times, now: Date): Availability {
  if (!published) return 'unpublished'
  if (start && start > now) return 'notStarted'
  return end && end <= now ? 'ended' : 'open'
}

export const defaultCriterion = (type: ActivityType): string => (type === 'online_video' ? 'watched_80' : 'read')

/** 'watched_80' → watched, 80. What is watched can only be asked of a video. */
export function criterionOf(key: string): Criterion {
  if (key === 'none' || key === 'read') return { kind: key, percent: null }
  return { kind: 'watched', percent: Number(key.slice('watched_'.length)) }
}

/** A time of a draft; years that no calendar of a school needs, and leap seconds, are refused. */
export function timeOf(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  const time = new Date(text)
  const year = time.getUTCFullYear()
  if (Number.isNaN(year) || year < 1900 || year > 2999) throw invalid({ [field]: 'field.format' })
  return time
}
