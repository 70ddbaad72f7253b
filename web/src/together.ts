import { useEffect, useRef, useState } from 'react'

/**
 * True once nothing waits any more, and from then on. Parts of a page that come from several calls are drawn in one go, so that none pushes
 * another away; a call that takes longer than `patience` does not hold the others back.
 */
export function useTogether(waits: boolean, patience = 2500): boolean {
  const [enough, setEnough] = useState(false)
  const shown = useRef(false)
  if (!waits || enough) shown.current = true
  useEffect(() => {
    const timer = setTimeout(() => setEnough(true), patience)
    return () => clearTimeout(timer)
  }, [patience])
  return shown.current
}
