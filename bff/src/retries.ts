// Rules of retries after a try without an answer: a pod that ends closes its connections, and for a moment calls are still routed to it; another try
// reaches another pod.
import type { NoResponse } from '@lyceum/kit/calls/transport'

export const tries = 3
/** A refused connection has had no effect, so any call may be tried again, and for longer: for a second there may be no pod at all. */
const triesRefused = 5

/** `last`: the call's own limit allows no further try. */
export function mayGoAgain({ reason }: NoResponse, { attempt, last }: { attempt: number; last: boolean }): boolean {
  if (reason === 'timeout') return false
  return reason === 'refused' ? attempt < triesRefused : !last
}

/** Milliseconds after this attempt; about 50, 200, 800, 800. */
export const pauseBefore = (attempt: number): number => Math.min(50 * 4 ** (attempt - 1), 800) * (0.5 + Math.random())
