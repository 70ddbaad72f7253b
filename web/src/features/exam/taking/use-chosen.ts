// Hook of the question that was opened last: a reload of the page leads back to it.
import { useState } from 'react'
import type { Question } from '../../../parts/learning/attempts/paper.ts'

const key = (attempt: string) => `lyceum.question.${attempt}`
function stored(attempt: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(key(attempt)) ?? Number.NaN)
  } catch {
    return undefined
  }
}

/** Its slot, undefined before any was opened, and what opens one. `keeps`: false where there is no way back. */
export function useChosen(attempt: string, questions: readonly Question[], keeps: boolean) {
  const [before] = useState(() => stored(attempt))
  const [chosen, setChosen] = useState<number>()
  const choose = (slot: number) => {
    setChosen(slot)
    try {
      sessionStorage.setItem(key(attempt), String(slot))
    } catch {
      // a full store keeps nothing: a reload begins at the first question
    }
  }
  return [chosen ?? (keeps ? questions.find(({ item }) => item.slot === before)?.item.slot : undefined), choose] as const
}
