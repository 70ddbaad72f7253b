// Defers work that the first paint does not need, and draws parts that come from several calls in one go.
import { startTransition, useEffect, useRef, useState } from 'react'

/** Milliseconds; a page in the background is not drawn at all. */
const atMost = 500

/** Resolves with the first contentful paint: other threads draw, long after the script that changed the document has ended. */
const drawn = new Promise<void>((resolve) => {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return resolve()
  const watch = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    watch.disconnect()
    resolve()
  })
  watch.observe({ type: 'paint', buffered: true })
})

/** Calls `then` once the browser has painted and is idle, after half a second at the latest. Returns a function that cancels it. */
export function afterPaint(then: () => void): () => void {
  const idle = 'requestIdleCallback' in window
  let wish = 0
  let ended = false
  const end = () => {
    ended = true
    clearTimeout(late)
    if (idle) cancelIdleCallback(wish)
    else clearTimeout(wish)
  }
  const run = () => {
    end()
    then()
  }
  const late = setTimeout(run, atMost)
  void drawn.then(() => {
    if (ended) return
    wish = idle ? requestIdleCallback(run) : window.setTimeout(run, 100)
  })
  return end
}

/** True once this component's first render has been painted. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}

let rested = false

/** True 1.5 s after the first page was rendered: for parts such as the upload tray. */
export function useLater(): boolean {
  const [later, setLater] = useState(rested)
  useEffect(() => {
    if (rested) return
    const timer = setTimeout(() => {
      rested = true
      setLater(true)
    }, 1500)
    return () => clearTimeout(timer)
  }, [])
  return later
}

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
