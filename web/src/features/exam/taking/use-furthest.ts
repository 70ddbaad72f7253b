// Hook of how far an exam without a way back has been opened: the furthest of what the server knows, what this device keeps (a call that does not
// arrive is made good by it) and what is answered.
import { useState } from 'react'
import type { Taking } from './use-taking.ts'

const key = (attempt: string) => `lyceum.furthest.${attempt}`
function stored(attempt: string): number {
  try {
    return Number(localStorage.getItem(key(attempt))) || 0
  } catch {
    return 0
  }
}

/** The index of the question, from 0, and what opens one. */
export function useFurthest(used: boolean, { head: { id: attempt }, questions, slots, furthest: known, reach }: Taking) {
  const [furthest, setFurthest] = useState(() => stored(attempt))
  if (!used) return [0, () => {}] as const
  const answered = questions.reduce((last, { item, number }) => (slots.get(item.slot)?.answer ? number - 1 : last), 0)
  const opened = questions.findLastIndex(({ item }) => item.slot <= known)
  return [
    Math.max(furthest, answered, opened),
    (to: number) => {
      setFurthest(to)
      const slot = questions[to]?.item.slot
      if (slot !== undefined) reach(slot)
      try {
        localStorage.setItem(key(attempt), String(to))
      } catch {
        // a full store keeps nothing; the server and the answered questions still say how far it is
      }
    },
  ] as const
}
