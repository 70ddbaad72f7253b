// Sealed answers, which only the service reads: anonymous ones that are not shown while the questionnaire is open, and the group of each. A copy of
// the database reveals neither. Without its secrets no answer is lost: results move on when five more have come, and those are of no group.
import { randomInt } from 'node:crypto'
import { seal, unseal } from '@lyceum/kit/text/sealed'
import { leastShown } from './api.ts'

type Keys = readonly Buffer[]

/** As many wait at most: when one more comes, five are shown and five go on waiting. */
const mostWaiting = 2 * leastShown - 1
const idLength = 36

// all seals of a kind are equally long: their length reveals nothing
export const sealWaiting = (keys: Keys, waiting: readonly string[]): string =>
  seal(keys, 'responses-waiting', waiting.join(' ').padEnd(mostWaiting * (idLength + 1)))
/** Undefined: not known. */
export const openWaiting = (keys: Keys, sealed: string | null): string[] | undefined =>
  unseal(keys, 'responses-waiting', sealed ?? '')
    ?.split(' ')
    .filter((id) => id !== '')

export const sealGroup = (keys: Keys, group: string | null): string => seal(keys, 'response-group', (group ?? '').padEnd(idLength))
export const openGroup = (keys: Keys, sealed: string): string | null => unseal(keys, 'response-group', sealed)?.trim() || null

/** The answers that wait. If that is not known, a whole five waits for nothing more, and otherwise all do. */
export function waitingAmong(answers: readonly string[], waiting: readonly string[] | undefined): Set<string> {
  const all = new Set(answers)
  if (waiting?.every((id) => all.has(id))) return new Set(waiting)
  return answers.length % leastShown === 0 ? new Set() : all
}

/**
 * The answers that wait when one more has come: the first five are shown together, then five at a time while five others wait, so that who sees the
 * results twice, before and after somebody has answered, does not learn whose the new ones are.
 */
export function waitingAfter(others: readonly string[], waiting: readonly string[] | undefined, added: string): string[] {
  if (others.length + 1 === leastShown) return []
  const after = [...waitingAmong(others, waiting), added]
  if (after.length <= mostWaiting) return after
  return Array.from({ length: leastShown }, () => after.splice(randomInt(after.length), 1)[0]!)
}
