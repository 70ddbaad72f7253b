// The reader's day and minute, for lines and words that follow the clock.
import { useEffect, useState } from 'react'
import { clockOf, today } from './dates.ts'

const readClock = () => {
  const [hour = 0, minute = 0] = clockOf().split(':').map(Number)
  return { day: today(), minute: hour * 60 + minute, iso: new Date().toISOString() }
}
/** The reader's day, minutes after its midnight, and moment: every half minute. */
export function useNow() {
  const [now, setNow] = useState(readClock)
  useEffect(() => {
    const timer = setInterval(() => setNow(readClock()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
