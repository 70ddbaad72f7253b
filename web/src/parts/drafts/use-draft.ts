// The one way for a form or editor to keep what is typed: on this device, 500 ms after a change, until the server has it. What was kept
// comes back by itself with a line that says so (draft-note.tsx); what was written against an older version of the thing is shown
// beside the new one and put back only when asked for.
import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { formOpen, resumedNow } from './resume.ts'

export type Kept<T> = {
  value: T
  change: (part: Partial<T>) => void
  /** `value` is what was kept at this time. */
  restored: number | undefined
  /** Written before somebody else changed the thing. */
  older: { at: number; value: T } | undefined
  takeOlder: () => void
  /** When the last change was kept on this device. */
  keptAt: number | undefined
  /** Back to what the server has; nothing remains kept. */
  afresh: () => void
  /** The server has it: nothing remains kept. */
  sent: () => Promise<void>
}

/** `form` and `thing` name the draft; `version` is that of the thing it is written against, 0 for a new one; `start` is what the form
 *  shows first. Give another `key` to the form's component for another thing. Passwords and codes do not belong in it. */
export function useDraft<T extends object>(form: string, thing: string, version: number, start: T): Kept<T> {
  const [first] = useState(start)
  const [value, setValue] = useState(start)
  const [restored, setRestored] = useState<number>()
  const [older, setOlder] = useState<{ at: number; value: T }>()
  const [keptAt, setKeptAt] = useState<number>()
  const now = useRef({ value: start, touched: false, over: false })
  const same = (one: T) => JSON.stringify(one) === JSON.stringify(first)
  const unsent = !same(value)

  const show = (next: T) => {
    now.current.value = next
    setValue(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each form and thing
  useEffect(() => {
    let gone = false
    resumedNow(form, thing)
    void readDraft(form, thing).then((draft) => {
      if (!draft || gone || now.current.over) return
      const was = { ...first, ...(draft.value as Partial<T>) }
      if (same(was)) return void dropDraft(form, thing)
      if (draft.version !== version || now.current.touched) return setOlder({ at: draft.at, value: was })
      show(was)
      setRestored(draft.at)
    })
    return () => {
      gone = true
    }
  }, [form, thing])
  useEffect(() => (unsent ? formOpen(form, thing) : undefined), [form, thing, unsent])

  const change = (part: Partial<T>) => {
    const next = { ...now.current.value, ...part }
    now.current.touched = true
    show(next)
    setKeptAt(undefined)
    if (!same(next)) keepDraft(form, thing, version, next, setKeptAt)
    else if (!older) void dropDraft(form, thing)
  }
  const sent = () => {
    now.current.over = true
    return dropDraft(form, thing)
  }
  return {
    value,
    change,
    restored,
    older,
    keptAt,
    takeOlder: () => {
      if (!older) return
      setOlder(undefined)
      setRestored(older.at)
      change(older.value)
    },
    afresh: () => {
      show(first)
      setRestored(undefined)
      setOlder(undefined)
      setKeptAt(undefined)
      void dropDraft(form, thing)
    },
    sent,
  }
}
