// Whose place a marking has: the one that counts, or one of two that do not see each other. Pure.
import { conflict } from '@lyceum/kit/calls/errors'
import type { MarkingRow } from '../work/marking/marking-row.ts'

type Placed = Pick<MarkingRow, 'slot' | 'marker_id' | 'state'>
const ofTwo = <T extends Placed>(list: readonly T[]) => list.filter(({ slot }) => slot > 0)

/** Both of two markers are done: each sees the other's. */
export const bothDone = (list: readonly Placed[]): boolean => ofTwo(list).filter(({ state }) => state === 'done').length === 2

/** The slot of a person: with two markers their own, else a free one (also that of an erased person who was not done). 409 where others have both. */
export function slotFor(list: readonly Placed[], person: string, twoMarkers: boolean): number {
  if (!twoMarkers) return 0
  const placed = ofTwo(list)
  const mine = placed.find(({ marker_id }) => marker_id === person)
  if (mine) return mine.slot
  const taken = placed.filter(({ marker_id, state }) => marker_id !== null || state === 'done').map(({ slot }) => slot)
  const free = [1, 2].find((slot) => !taken.includes(slot))
  if (free === undefined) throw conflict('marking.slotsTaken')
  return free
}

/** What a person may see of the markings of a version: with two markers their own alone until both are done. */
export function visibleTo<T extends Placed>(list: readonly T[], person: string, twoMarkers: boolean) {
  const decision = list.find(({ slot }) => slot === 0)
  if (!twoMarkers) return { mine: decision, others: [], decision: undefined, done: 0, taken: false }
  const placed = ofTwo(list)
  const mine = placed.find(({ marker_id }) => marker_id === person)
  const open = bothDone(list)
  return {
    mine,
    others: open ? placed.filter((one) => one !== mine) : [],
    decision: open ? decision : undefined,
    done: placed.filter(({ state }) => state === 'done').length,
    taken: !mine && placed.filter(({ marker_id, state }) => marker_id !== null || state === 'done').length === 2,
  }
}

/** Of which slots a person sees the marks. */
export const marksVisible = (list: readonly Placed[], person: string, twoMarkers: boolean): number[] => {
  if (!twoMarkers || bothDone(list)) return [0, 1, 2]
  const mine = ofTwo(list).find(({ marker_id }) => marker_id === person)
  return mine ? [mine.slot] : []
}
