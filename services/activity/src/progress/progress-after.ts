// A person's progress after an event: percentage, state, completion, and whether a fact follows. Pure.
import type { Interval } from '@lyceum/kit/intervals'
import { wholePercent } from '@lyceum/kit/percent'
import { criterionOf } from '../types/rules.ts'
import { type Document, type PageRange, readingOf, type SeenPages } from './documents/rules.ts'
import { completes, type Done } from './criteria.ts'

/** An event of a person in an activity. */
export type ProgressEvent =
  | { kind: 'read' }
  | { kind: 'watched'; watched: Interval[]; seconds: number; percent: number; position: number; creditedUntil: Date }
  /** All pages seen of one of its documents. */
  | { kind: 'pagesSeen'; upload: string; seen: PageRange[]; creditedUntil: Date | null }
  | { kind: 'submitted' }
  | { kind: 'withdrawn' }
  /** Its work was returned to be handed in once more. */
  | { kind: 'rework' }
  /** That return was taken back before they handed in once more. */
  | { kind: 'reworkTakenBack' }
  /** Its score is released, in per cent of the points; whether that reaches the pass mark of the course. */
  | { kind: 'scored'; percent: number; passed?: boolean }
  /** The number of posts so far. */
  | { kind: 'posted'; posts: number }
  | { kind: 'attended' }
  | { kind: 'answered' }
  | { kind: 'passed' }
  | { kind: 'byHand'; done: boolean }
  /** The criterion or its documents have changed: what they have done is measured by the new ones. */
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
  pages?: SeenPages
  /** State and completion before a return for rework, while it holds. */
  rework?: { state: string; at: string | null; completed: string | null; submitted: boolean }
}

/** The columns that events change. */
export type ProgressState = {
  percent: number
  pagesRead: number
  watched: Interval[]
  watchedSeconds: number
  position: number
  emittedPercent: number
  creditedUntil: Date | null
  readAt: Date | null
  state: string
  stateAt: Date | null
  details: Details
  completedAt: Date | null
}

/** The parts of an activity on which progress depends. */
export type ProgressTerms = {
  criterionKey: string
  /** Its percentage is how much of a recording was watched. */
  watching: boolean
  /** The documents of an activity whose criterion is read_pages. */
  documents?: readonly Document[] | undefined
}

/** The step of a percentage: progress is emitted at each 5 %, and at completion. */
export const progressStepOf = (percent: number): number => Math.floor(percent / 5)

const doneOf = ({ readAt, percent, details }: ProgressState, { watching, documents = [] }: ProgressTerms): Done => ({
  read: readAt !== null,
  readPages: readingOf(details.pages ?? {}, documents).percent === 100,
  watched: watching ? percent : 0,
  submitted: details.submitted ?? false,
  scored: details.scored ?? null,
  posts: details.posts ?? 0,
  attended: details.attended ?? false,
  answered: details.answered ?? false,
  passed: details.passed ?? false,
  byHand: details.byHand ?? false,
})

/** A release before rework was a state leaves what was kept of it where work is handed in once more: the state decides. */
const isRework = ({ state, details }: ProgressState): boolean => state === 'rework' && details.rework !== undefined

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
    case 'pagesSeen': {
      const { upload, seen, creditedUntil } = event
      return { ...before, creditedUntil, details: { ...details, pages: { ...details.pages, [upload]: seen } } }
    }
    case 'submitted': {
      if (details.submitted) return before
      const { rework: _, ...rest } = details
      return { ...before, state: 'submitted', stateAt: now, details: { ...rest, submitted: true } }
    }
    case 'withdrawn': {
      const { submitted: _, ...rest } = details
      return before.state === 'submitted' ? { ...before, state: '', stateAt: now, details: rest } : before
    }
    case 'rework': {
      if (isRework(before)) return before
      const { submitted = false, rework: _, ...rest } = details
      const { state, stateAt, completedAt } = before
      const kept = { state, at: stateAt?.toISOString() ?? null, completed: completedAt?.toISOString() ?? null, submitted }
      return { ...before, state: 'rework', stateAt: now, details: { ...rest, rework: kept } }
    }
    case 'reworkTakenBack': {
      const { rework: kept, ...rest } = details
      if (!kept) return before
      if (!isRework(before)) return { ...before, details: rest }
      const { state, at, completed, submitted } = kept
      return {
        ...before,
        state,
        stateAt: at === null ? null : new Date(at),
        completedAt: before.completedAt ?? (completed === null ? null : new Date(completed)),
        details: { ...rest, ...(submitted && { submitted: true as const }) },
      }
    }
    case 'scored': {
      const scored = { scored: Math.max(details.scored ?? 0, event.percent), ...(event.passed && { passed: true as const }) }
      // an older score takes nothing from what is to be done once more
      if (isRework(before)) return { ...before, details: { ...details, ...scored, rework: { ...details.rework!, state: 'scored' } } }
      return reached('scored', scored)
    }
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
 * Completed stays completed, whatever comes later, except where the very mark that completed it is taken back: their own submission, by themselves or by
 * its return for rework, and a teacher's mark by hand.
 */
export function progressAfter(
  before: ProgressState,
  event: ProgressEvent,
  terms: ProgressTerms,
  now: Date,
): { after: ProgressState; emits: boolean } {
  const criterion = criterionOf(terms.criterionKey)
  const happenedTo = happened(before, event, now)
  const { documents } = terms
  const after = documents ? { ...happenedTo, pagesRead: readingOf(happenedTo.details.pages ?? {}, documents).read } : happenedTo
  const done = completes(criterion, doneOf(after, terms))
  const takenBack =
    !done &&
    (((event.kind === 'withdrawn' || event.kind === 'rework') && criterion.kind === 'submitted' && happenedTo !== before) ||
      (event.kind === 'byHand' && !event.done && criterion.kind === 'by_hand'))
  const completedAt = takenBack ? null : (happenedTo.completedAt ?? (done ? now : null))
  const percent = terms.watching ? after.percent : percentOf(after, terms, criterion, completedAt !== null)
  const firstRead = event.kind === 'read' && before.readAt === null
  const emits =
    (completedAt === null) !== (before.completedAt === null) ||
    after.state !== before.state ||
    (firstRead ? criterion.kind !== 'none' : progressStepOf(percent) > progressStepOf(before.emittedPercent))
  return { after: { ...after, completedAt, percent, ...(emits && { emittedPercent: percent }) }, emits }
}

/** The percentage where nothing is watched: all at completion, the share of the pages or posts before it. An activity without a criterion is done once it is read. */
function percentOf(
  after: ProgressState,
  { documents }: ProgressTerms,
  criterion: ReturnType<typeof criterionOf>,
  completed: boolean,
): number {
  if (completed) return 100
  if (criterion.kind === 'none') return after.readAt === null ? 0 : 100
  if (criterion.kind === 'read_pages') return documents ? readingOf(after.details.pages ?? {}, documents).percent : after.percent
  return criterion.kind === 'posted' ? Math.min(99, wholePercent(after.details.posts ?? 0, criterion.posts ?? 1)) : 0
}
