// The rules of an activity: availability by time, completion criterion. Pure.
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

/** A time of a draft. */
export const timeOf = (text: string | null | undefined): Date | null | undefined =>
  text === null || text === undefined ? text : new Date(text)
