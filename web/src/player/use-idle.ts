// Hook of an idle pointer and keyboard.
import { useEffect, useRef, useState } from 'react'

/** `idle` three seconds after the last call of `wake`. */
export function useIdle() {
  const [idle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const wake = () => {
    setIdle(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIdle(true), 3000)
  }
  return { idle, awake: wake }
}
