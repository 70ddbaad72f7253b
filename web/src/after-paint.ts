// What the first look does not need waits until it is on the screen: whatever runs before takes time from drawing it.
import { startTransition, useEffect, useState } from 'react'

/** Whatever happens, nobody waits longer: a page in the background is not drawn at all. Milliseconds. */
const atMost = 500

/** Kept once the page has drawn anything: what stands in the document is drawn by other threads, long after the script that put it there has ended. */
const drawn = new Promise<void>((resolve) => {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return resolve()
  const watch = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    watch.disconnect()
    resolve()
  })
  watch.observe({ type: 'paint', buffered: true })
})

/** Calls `then` once the browser has drawn what stands there now and rests; half a second later at the latest. The answer takes it back. */
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

/** Whether this component's first look has been drawn. */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
