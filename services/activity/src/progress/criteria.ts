// Completion criteria: their keys, and when what a person has done completes an activity. Pure.
import type { Criterion } from '../activities/api.ts'

/** 'watched_80' → watched, 80 per cent; 'posted_3' → posted, 3 posts. */
export function criterionOf(key: string): Criterion {
  const [, kind = key, digits] = /^(watched|scored|posted)_(\d+)$/.exec(key) ?? []
  const number = digits === undefined ? null : Number(digits)
  return { kind: kind as Criterion['kind'], percent: kind === 'posted' ? null : number, posts: kind === 'posted' ? number : null }
}

/** What a person has done in an activity, as far as completion may hang on it. */
export type Done = {
  read: boolean
  /** Whole per cent of a recording. */
  watched: number
  submitted: boolean
  /** Per cent of the points, once it is released. */
  scored: number | null
  posts: number
  attended: boolean
  answered: boolean
  passed: boolean
  byHand: boolean
}

const rules: Record<Criterion['kind'], (done: Done, criterion: Criterion) => boolean> = {
  none: () => false,
  read: ({ read }) => read,
  watched: ({ watched }, { percent }) => watched >= (percent ?? 100),
  submitted: ({ submitted }) => submitted,
  scored: ({ scored }, { percent }) => scored !== null && scored >= (percent ?? 100),
  posted: ({ posts: count }, { posts }) => count >= (posts ?? 1),
  attended: ({ attended }) => attended,
  answered: ({ answered }) => answered,
  passed: ({ passed }) => passed,
  by_hand: ({ byHand }) => byHand,
}

export const completes = (criterion: Criterion, done: Done): boolean => rules[criterion.kind](done, criterion)
