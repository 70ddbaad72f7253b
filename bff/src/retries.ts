// When a call that no answer came to is asked again. A pod that goes takes its connections along, and a moment passes until nobody is sent to
// it any more: who asks again meets another one.
import type { Unanswered } from '@lyceum/kit/transport'

export const tries = 3
/** A refused connection has done nothing, so whatever it was may go again, and a little longer: nobody may be there for a second. */
const triesRefused = 5

/** `last`: this was the last try that the call itself allows. */
export function mayGoAgain({ reason }: Unanswered, { attempt, last }: { attempt: number; last: boolean }): boolean {
  if (reason === 'timeout') return false
  return reason === 'refused' ? attempt < triesRefused : !last
}

/** Milliseconds after this attempt; about 50, 200, 800, 800. */
export const pauseBefore = (attempt: number): number => Math.min(50 * 4 ** (attempt - 1), 800) * (0.5 + Math.random())
