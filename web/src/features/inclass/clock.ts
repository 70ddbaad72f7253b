// Clocks of a class, by the server's time: seconds left until a moment, read again every half second.
import { useEffect, useState } from 'react'
import { leftUntil } from '../../parts/learning/attempts/server-clock.ts'

/** Whole seconds until a moment, never below 0. */
export const secondsLeft = (until: string): number => Math.ceil(leftUntil(until) / 1000)

/** The same, read again every half second; null without a moment. */
export function useSecondsLeft(until: string | null): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => tick((n) => n + 1), 500)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : secondsLeft(until)
}
