// Deferral of work the first paint does not need, and joint display of parts that come from several calls.
import { startTransition, useEffect, useRef, useState } from 'react'

/** Milliseconds; a page in the background is not drawn at all. */
const maxDelay = 500

/** Resolves with the first contentful paint: other threads draw, long after the script that changed the document has ended. */
export const firstPaint = new Promise<void>((resolve) => {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return resolve()
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
})

/** Calls back once the browser has painted and is idle, after half a second at the latest. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  const idle = 'requestIdleCallback' in window
  let handle = 0
  let canceled = false
  const cancel = () => {
    canceled = true
    clearTimeout(timeout)
    if (idle) cancelIdleCallback(handle)
    else clearTimeout(handle)
  }
  const run = () => {
    cancel()
    callback()
  }
  const timeout = setTimeout(run, maxDelay)
  void firstPaint.then(() => {
    if (canceled) return
    handle = idle ? requestIdleCallback(run) : window.setTimeout(run, 100)
  })
  return cancel
}

/** True after the first paint of this component. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}

let settled = false

/** True 1.5 s after the first page was rendered: for parts such as the upload tray. */
export function useLater(): boolean {
  const [later, setLater] = useState(settled)
  useEffect(() => {
    if (settled) return
    const timer = setTimeout(() => {
      settled = true
      setLater(true)
    }, 1500)
    return () => clearTimeout(timer)
  }, [])
  return later
}

/**
 * True once `waits` has been false, and from then on. Parts of a page that come from several calls are drawn in one go, so that none shifts
 * another; a call that takes longer than `patience` milliseconds does not delay the others.
 */
export function useTogether(waits: boolean, patience = 2500): boolean {
  const [timedOut, setTimedOut] = useState(false)
  const ready = useRef(false)
  if (!waits || timedOut) ready.current = true
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), patience)
    return () => clearTimeout(timer)
  }, [patience])
  return ready.current
}
