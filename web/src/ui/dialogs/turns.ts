// The turns of prompts: dialogs that nobody opened, such as a code that the organisation demands, or unread bulletins. One is open at a time, the more
// urgent first, and none over a dialog in which somebody works.
import { useEffect, useId, useSyncExternalStore } from 'react'

/** From the most urgent. */
const order = ['account', 'management', 'bulletins'] as const
export type Prompt = (typeof order)[number]

const due = new Map<string, Prompt>()
const listeners = new Set<() => void>()
let dialogs = 0
let present: string | undefined
let choosing = false

/** After what else is due of the same moment, and the dialog before has gone. */
function choose() {
  if (choosing) return
  choosing = true
  queueMicrotask(() => {
    choosing = false
    if (present !== undefined || dialogs > 0) return
    present = [...due].sort(([, a], [, b]) => order.indexOf(a) - order.indexOf(b))[0]?.[0]
    if (present !== undefined) for (const listener of listeners) listener()
  })
}

/** For every dialog, from its opening until it closes. */
export function useOpenDialog() {
  useEffect(() => {
    dialogs++
    return () => {
      dialogs--
      choose()
    }
  }, [])
}

/** Whether this prompt, which is due, may open. It keeps its turn until it is no longer due. */
export function useTurn(prompt: Prompt, isDue: boolean): boolean {
  const id = useId()
  const key = `${prompt} ${id}`
  useEffect(() => {
    if (!isDue) return
    due.set(key, prompt)
    choose()
    return () => {
      due.delete(key)
      if (present !== key) return
      present = undefined
      choose()
    }
  }, [isDue, key, prompt])
  const hasTurn = useSyncExternalStore(subscribe, () => present === key)
  return isDue && hasTurn
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
