// Slots of markings: the one that counts, or those of two markers who do not see each other's. Pure.
import { conflict } from '@lyceum/kit/calls/errors'

/** `slot`: 0 counts; 1 and 2 are those of two markers. `marker_id`: null of an erased person. */
type SlotRow = { slot: number; marker_id: string | null; state: string }
const ofTwo = <T extends SlotRow>(list: readonly T[]) => list.filter(({ slot }) => slot > 0)

/** Both of two markers are done: each sees the other's. */
export const bothDone = (list: readonly SlotRow[]): boolean => ofTwo(list).filter(({ state }) => state === 'done').length === 2

/** The slot of a person: with two markers their own, else a free one (also that of an erased person who was not done). 409 where others have both. */
export function slotFor(list: readonly SlotRow[], person: string, twoMarkers: boolean): number {
  if (!twoMarkers) return 0
  const placed = ofTwo(list)
  const mine = placed.find(({ marker_id }) => marker_id === person)
  if (mine) return mine.slot
  const taken = placed.filter(({ marker_id, state }) => marker_id !== null || state === 'done').map(({ slot }) => slot)
  const free = [1, 2].find((slot) => !taken.includes(slot))
  if (free === undefined) throw conflict('marking.slotsTaken')
  return free
}

/** The markings of a version that a person may see: with two markers their own alone until both are done. */
export function visibleTo<T extends SlotRow>(list: readonly T[], person: string, twoMarkers: boolean) {
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
export const marksVisible = (list: readonly SlotRow[], person: string, twoMarkers: boolean): number[] => {
  if (!twoMarkers || bothDone(list)) return [0, 1, 2]
  const mine = ofTwo(list).find(({ marker_id }) => marker_id === person)
  return mine ? [mine.slot] : []
}
