// Seconds of the class's timer: those left while it runs, those it was halted with.
import { useSecondsLeft } from '../clock.ts'
import type { ClassState } from '../queries.ts'

export type ClassTimer = NonNullable<ClassState['timer']>

/** Null without a timer. */
export function useTimerLeft(timer: ClassState['timer']): number | null {
  const left = useSecondsLeft(timer?.ends_at ?? null)
  return timer === null ? null : (left ?? timer.seconds)
}
