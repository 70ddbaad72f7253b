// What an event makes of a person's progress: percentage, state, completion, and whether that is told. Pure.
import type { Interval } from '@lyceum/kit/intervals'
import { criterionOf } from '../activities/rules.ts'
import { completes, type Done } from './criteria.ts'

/** What happened to a person in an activity. */
export type ProgressEvent =
  | { kind: 'read' }
  | { kind: 'watched'; watched: Interval[]; seconds: number; percent: number; position: number; creditedUntil: Date }
  | { kind: 'submitted' }
  | { kind: 'withdrawn' }
  /** Its score is released, in per cent of the points. */
  | { kind: 'scored'; percent: number }
  /** The number of posts so far. */
  | { kind: 'posted'; posts: number }
  | { kind: 'attended' }
  | { kind: 'answered' }
  | { kind: 'passed' }
  | { kind: 'byHand'; done: boolean }
  /** The criterion has changed: what they have done is measured by the new one. */
  | { kind: 'measured' }

/** The column `details`. */
export type Details = {
  submitted?: true
  attended?: true
  answered?: true
  passed?: true
  byHand?: true
  scored?: number
  posts?: number
}

/** The columns that events change. */
export type ProgressState = {
  percent: number
  watched: Interval[]
  watchedSeconds: number
  position: number
  toldPercent: number
  creditedUntil: Date | null
  readAt: Date | null
  state: string
  stateAt: Date | null
  details: Details
  completedAt: Date | null
}

/** What is asked of people in the activity. */
export type Asked = {
  criterionKey: string
  /** Its percentage is how much of a recording was watched. */
  watching: boolean
}

/** The step of a percentage: progress is told at each 5 %, and at completion. */
export const progressStepOf = (percent: number): number => Math.floor(percent / 5)

const doneOf = ({ readAt, percent, details }: ProgressState, watching: boolean): Done => ({
  read: readAt !== null,
  watched: watching ? percent : 0,
  submitted: details.submitted ?? false,
  scored: details.scored ?? null,
  posts: details.posts ?? 0,
  attended: details.attended ?? false,
  answered: details.answered ?? false,
  passed: details.passed ?? false,
  byHand: details.byHand ?? false,
})

/** The columns that the event alone decides. */
function happened(before: ProgressState, event: ProgressEvent, now: Date): ProgressState {
  const { details } = before
  const reached = (state: string, more: Details): ProgressState => ({ ...before, state, stateAt: now, details: { ...details, ...more } })
  switch (event.kind) {
    case 'read':
      return { ...before, readAt: before.readAt ?? now }
    case 'watched': {
      const { watched, seconds, percent, position, creditedUntil } = event
      return { ...before, watched, watchedSeconds: seconds, percent: Math.max(before.percent, percent), position, creditedUntil }
    }
    case 'submitted':
      return details.submitted ? before : reached('submitted', { submitted: true })
    case 'withdrawn': {
      const { submitted: _, ...rest } = details
      return before.state === 'submitted' ? { ...before, state: '', stateAt: now, details: rest } : before
    }
    case 'scored':
      return reached('scored', { scored: Math.max(details.scored ?? 0, event.percent) })
    case 'posted':
      return event.posts <= (details.posts ?? 0) ? before : { ...before, details: { ...details, posts: event.posts } }
    case 'attended':
    case 'answered':
      return details[event.kind] ? before : reached(event.kind, { [event.kind]: true })
    case 'passed':
      return details.passed ? before : { ...before, details: { ...details, passed: true } }
    case 'byHand': {
      const { byHand = false, ...rest } = details
      return byHand === event.done ? before : { ...before, details: event.done ? { ...details, byHand: true } : rest }
    }
    case 'measured':
      return before
  }
}

/**
 * Completed stays completed, whatever comes later, except where a person takes back the very mark that completed it: their own submission,
 * a teacher's mark by hand.
 */
export function progressAfter(
  before: ProgressState,
  event: ProgressEvent,
  asked: Asked,
  now: Date,
): { after: ProgressState; tells: boolean } {
  const criterion = criterionOf(asked.criterionKey)
  const after = happened(before, event, now)
  const done = completes(criterion, doneOf(after, asked.watching))
  const takenBack =
    !done &&
    ((event.kind === 'withdrawn' && criterion.kind === 'submitted' && after !== before) ||
      (event.kind === 'byHand' && !event.done && criterion.kind === 'by_hand'))
  const completedAt = takenBack ? null : (before.completedAt ?? (done ? now : null))
  const percent = asked.watching ? after.percent : percentOf(after, event, criterion, completedAt !== null, takenBack)
  const firstRead = event.kind === 'read' && before.readAt === null
  const tells =
    (completedAt === null) !== (before.completedAt === null) ||
    after.state !== before.state ||
    (firstRead ? criterion.kind !== 'none' : progressStepOf(percent) > progressStepOf(before.toldPercent))
  return { after: { ...after, completedAt, percent, ...(tells && { toldPercent: percent }) }, tells }
}

/** The percentage where nothing is watched: all at completion, the share of the posts before it. What asks for nothing is done once it is read. */
function percentOf(
  after: ProgressState,
  event: ProgressEvent,
  criterion: ReturnType<typeof criterionOf>,
  completed: boolean,
  takenBack: boolean,
): number {
  if (completed || (event.kind === 'read' && criterion.kind === 'none')) return 100
  if (takenBack) return 0
  if (criterion.kind === 'posted') return Math.min(99, Math.floor(((after.details.posts ?? 0) / (criterion.posts ?? 1)) * 100))
  return after.percent
}
