// Whether somebody may join a course by themselves now.

export type JoinSettings = { seats: number | null; opens_at: Date | null; closes_at: Date | null; approval: boolean }
/** The relation of a person to a course that they may join. */
export type Relation = 'member' | 'waiting' | 'declined' | 'stranger'
/**
 * open: they are in at once. approval: who teaches lets them in. full: they wait for a seat. notYet, over: outside the window. ended: the course
 * itself is over.
 */
export type JoinState = 'open' | 'approval' | 'full' | 'notYet' | 'over' | 'ended' | 'member' | 'waiting' | 'declined'

/** Nothing is set: the course is open, without a limit. */
export const openToAll: JoinSettings = { seats: null, opens_at: null, closes_at: null, approval: false }

/** `students`: the present ones; `ended`: the end date of the course has passed. */
export function joinState(
  { seats, opens_at, closes_at, approval }: JoinSettings,
  { relation, students, ended, now }: { relation: Relation; students: number; ended: boolean; now: Date },
): JoinState {
  if (relation === 'member') return 'member'
  if (ended) return 'ended'
  if (relation !== 'stranger') return relation
  if (opens_at && now < opens_at) return 'notYet'
  if (closes_at && now >= closes_at) return 'over'
  if (approval) return 'approval'
  return seats !== null && students >= seats ? 'full' : 'open'
}

/** Seats that are free; null: there is no limit. */
export const seatsLeft = (seats: number | null, students: number): number | null => (seats === null ? null : Math.max(0, seats - students))
