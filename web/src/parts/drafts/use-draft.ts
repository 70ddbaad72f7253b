// The draft of a form or editor: input is stored on this device 500 ms after a change, until the server has it. A draft comes back by itself
// with a note (draft-note.tsx); one written against an older version of the object is shown beside the new one and restored only on request.
import { useEffect, useRef, useState } from 'react'
import { dropDraft, storeDraft, readDraft } from './drafts.ts'
import { registerOpenForm, clearResumed } from './resume.ts'

export type DraftState<T> = {
  value: T
  change: (part: Partial<T>) => void
  /** When the restored draft was stored (ms since the epoch); undefined if none was. */
  restored: number | undefined
  /** A draft written before somebody else changed the object. */
  older: { at: number; value: T } | undefined
  restoreOlder: () => void
  /** When the last change was stored on this device (ms since the epoch). */
  savedAt: number | undefined
  /** Resets the value to the server's and drops the draft. */
  reset: () => void
  /** Drops the draft once the server has the value. */
  discard: () => Promise<void>
}

/** `form` and `thing` (the object's id) name the draft; `version` is that of the object, 0 for a new one; `start` is the form's first value.
 *  The form's component needs another `key` for another object. Passwords and codes do not belong in a draft. */
export function useDraft<T extends object>(form: string, thing: string, version: number, start: T): DraftState<T> {
  const [initial] = useState(start)
  const [value, setValue] = useState(start)
  const [restored, setRestored] = useState<number>()
  const [older, setOlder] = useState<{ at: number; value: T }>()
  const [savedAt, setSavedAt] = useState<number>()
  const current = useRef({ value: start, touched: false, over: false })
  const isInitial = (candidate: T) => JSON.stringify(candidate) === JSON.stringify(initial)
  const unsent = !isInitial(value)

  const setCurrent = (next: T) => {
    current.current.value = next
    setValue(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each form and thing
  useEffect(() => {
    let unmounted = false
    clearResumed(form, thing)
    void readDraft(form, thing).then((draft) => {
      if (!draft || unmounted || current.current.over) return
      const draftValue = { ...initial, ...(draft.value as Partial<T>) }
      if (isInitial(draftValue)) return void dropDraft(form, thing)
      if (draft.version !== version || current.current.touched) return setOlder({ at: draft.at, value: draftValue })
      setCurrent(draftValue)
      setRestored(draft.at)
    })
    return () => {
      unmounted = true
    }
  }, [form, thing])
  useEffect(() => (unsent ? registerOpenForm(form, thing) : undefined), [form, thing, unsent])

  const change = (part: Partial<T>) => {
    const next = { ...current.current.value, ...part }
    current.current.touched = true
    setCurrent(next)
    setSavedAt(undefined)
    if (!isInitial(next)) storeDraft(form, thing, version, next, setSavedAt)
    else if (!older) void dropDraft(form, thing)
  }
  const discard = () => {
    current.current.over = true
    return dropDraft(form, thing)
  }
  return {
    value,
    change,
    restored,
    older,
    savedAt,
    restoreOlder: () => {
      if (!older) return
      setOlder(undefined)
      setRestored(older.at)
      change(older.value)
    },
    reset: () => {
      setCurrent(initial)
      setRestored(undefined)
      setOlder(undefined)
      setSavedAt(undefined)
      void dropDraft(form, thing)
    },
    discard,
  }
}
