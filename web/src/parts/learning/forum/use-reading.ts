// Reading of a topic: posts that were in the window are read, up to the first that was not. The server gets the number in pauses and on leaving.
import { useEffect, useRef } from 'react'
import { readUpTo } from './chunks.ts'
import { type Outline, readTopic } from './queries.ts'

/** A post is in the window once this much of it is, from below. */
const within = '0px 0px -72px 0px'
/** Milliseconds for which a post is in the window until it is seen, and between two reports. */
const inSight = 700
const pause = 1500

export type Reading = {
  /** For the element of a post: its number is seen once it has been in the window for a moment. */
  watch: (n: number) => (element: HTMLElement | null) => void
  isSeen: (n: number) => boolean
  /** The reader went to it. */
  see: (n: number) => void
}

/** `onSeen` follows every post that is seen. */
export function useReading(topic: string, outline: Outline, onSeen: () => void): Reading {
  const seen = useRef(new Set<number>())
  const latest = useRef({ outline, onSeen })
  latest.current = { outline, onSeen }
  const sent = useRef(outline.read_n)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const watched = useRef(new Map<number, () => void>())
  const report = useRef(() => {})
  report.current = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const n = readUpTo(latest.current.outline, seen.current)
    if (n <= sent.current) return
    const before = sent.current
    sent.current = n
    readTopic(topic, n).catch(() => {
      sent.current = before
    })
  }
  useEffect(
    () => () => {
      report.current()
      for (const end of watched.current.values()) end()
    },
    [],
  )
  const see = (n: number) => {
    if (seen.current.has(n)) return
    seen.current.add(n)
    latest.current.onSeen()
    timer.current ??= setTimeout(() => report.current(), pause)
  }
  const watch = (n: number) => (element: HTMLElement | null) => {
    watched.current.get(n)?.()
    watched.current.delete(n)
    if (!element) return
    let moment: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(moment)
        if (entry?.isIntersecting && document.visibilityState === 'visible') moment = setTimeout(() => see(n), inSight)
      },
      { rootMargin: within },
    )
    observer.observe(element)
    watched.current.set(n, () => {
      clearTimeout(moment)
      observer.disconnect()
    })
  }
  const stable = useRef<Reading>({ watch, isSeen: (n) => seen.current.has(n), see })
  return stable.current
}
