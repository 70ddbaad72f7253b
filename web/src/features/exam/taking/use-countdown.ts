// Hook of the time that is left, by the server's clock, each second; and the warning that is due.
import { useEffect, useRef, useState } from 'react'
import { leftUntil, warningBetween, type warnings } from '../../../parts/learning/attempts/server-clock.ts'

/** Milliseconds; `warning` in minutes, said once each. */
export function useCountdown(deadline: string, paused: boolean) {
  const [left, setLeft] = useState(() => leftUntil(deadline))
  const [warning, setWarning] = useState<(typeof warnings)[number]>()
  const before = useRef(left)
  useEffect(() => {
    const step = () => {
      const now = leftUntil(deadline)
      const passed = warningBetween(before.current, now)
      if (passed) setWarning(passed)
      // time was added: the same warning is said again when it passes again
      else if (now > before.current + 1000) setWarning(undefined)
      before.current = now
      setLeft(now)
    }
    step()
    if (paused) return
    const timer = setInterval(step, 1000)
    document.addEventListener('visibilitychange', step)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', step)
    }
  }, [deadline, paused])
  return { left, warning, dismiss: () => setWarning(undefined) }
}
