// Dates that come too close to each other: work that is due, and exams that begin, within an hour of others.
import { definitionOf } from '../../../activity-types.ts'

export type ActivityMoment = { activity: string; type: string; what: 'opens' | 'due' | 'closes'; at: string }
const hour = 3_600_000

/** Work that is due by then, and events that one attends. A closing asks for nothing, unless one sits in it until then. */
const asks = ({ type, what }: ActivityMoment): 'begin' | 'end' | undefined =>
  what === 'due' ? 'end' : !definitionOf(type).sat ? undefined : what === 'opens' ? 'begin' : 'end'

/** Whether two moments of different activities ask for the same hour. */
export function areNear(a: ActivityMoment, b: ActivityMoment): boolean {
  const asked = asks(a)
  return a.activity !== b.activity && asked !== undefined && asked === asks(b) && Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= hour
}

/** Whether it can be near another one at all. */
export const canBeNear = (one: ActivityMoment): boolean => asks(one) !== undefined
