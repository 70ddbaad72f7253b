// Completion: whether what a person has done meets an activity's criterion. Pure.
import type { Criterion } from '../types/api.ts'

/** The parts of a person's progress on which completion may hang. */
export type Done = {
  read: boolean
  /** Every page of its documents. */
  readPages: boolean
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
  read_pages: ({ readPages }) => readPages,
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
