// Hook of the seconds until a moment, by the server's clock.
import { useEffect, useState } from 'react'
import { leftUntil } from '../attempts/server-clock.ts'

/** Whole seconds, never below 0; null without a moment. `onCome`: once it has come. */
export function useUntil(moment: string | null, onCome: () => void): number | null {
  const [, tick] = useState(0)
  useEffect(() => {
    if (moment === null || leftUntil(moment) === 0) return
    const timer = setInterval(() => {
      tick((n) => n + 1)
      if (leftUntil(moment) > 0) return
      clearInterval(timer)
      onCome()
    }, 500)
    return () => clearInterval(timer)
  }, [moment, onCome])
  return moment === null ? null : Math.ceil(leftUntil(moment) / 1000)
}
