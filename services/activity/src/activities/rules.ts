// The rules of an activity: availability by time, completion criterion. Pure.
import { invalid } from '@lyceum/kit/calls/errors'
import { type Availability, type Criterion, criterionKinds } from './api.ts'

type Times<T> = { published: boolean; start: T | null; end: T | null }
export function availabilityOf<T extends Date | number>({ published, start, end }: Times<T>, now: T): Availability {
  if (!published) return 'unpublished'
  if (start !== null && start > now) return 'notStarted'
  return end !== null && end <= now ? 'ended' : 'open'
}

/** 'watched_80' → watched, 80 per cent; 'posted_3' → posted, 3 posts. One that only a newer release knows is none here. */
export function criterionOf(key: string): Criterion {
  const [, kind = key, digits] = /^(watched|scored|posted)_(\d+)$/.exec(key) ?? []
  const number = digits === undefined ? null : Number(digits)
  if (!(criterionKinds as readonly string[]).includes(kind)) return { kind: 'none', percent: null, posts: null }
  return { kind: kind as Criterion['kind'], percent: kind === 'posted' ? null : number, posts: kind === 'posted' ? number : null }
}

/** Parses a time of a draft. 400 field.format outside the years 1900 to 2999 and for leap seconds. */
export function timeOf(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  const time = new Date(text)
  const year = time.getUTCFullYear()
  if (Number.isNaN(year) || year < 1900 || year > 2999) throw invalid({ [field]: 'field.format' })
  return time
}
