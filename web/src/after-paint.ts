// What the first look does not need waits until it is on the screen: whatever runs before takes time from drawing it.
import { startTransition, useEffect, useState } from 'react'

/** Calls `then` once the browser has drawn what stands there now and rests; half a second later at the latest. The answer takes it back. */
export function afterPaint(then: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 100)
    return () => clearTimeout(timer)
  }
  const wish = requestIdleCallback(then, { timeout: 500 })
  return () => cancelIdleCallback(wish)
}

/** Whether this component's first look has been drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
