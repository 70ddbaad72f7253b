import { useEffect, useRef, useState } from 'react'

/** Nobody has moved for three seconds. */
export function useIdle() {
  const [idle, setIdle] = useState(false)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const awake = () => {
    setIdle(false)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setIdle(true), 3000)
  }
  return { idle, awake }
}
