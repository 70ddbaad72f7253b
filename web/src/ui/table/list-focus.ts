// Focus in a list whose focused element disappears.
import { useEffect, useRef } from 'react'

/**
 * Moves the focus to a near row, not to the top of the page, when the focused element disappears (a deleted row, the toast of an undone
 * deletion, a cleared selection). `rows` and `picked` are ids in the order of the list.
 */
export function useListFocus(rows: readonly string[], picked: readonly string[]) {
  const previousIds = useRef({ rows, picked })
  const lastFocused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const onFocusIn = (event: FocusEvent) => {
      lastFocused.current = event.target
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [])
  const key = `${rows.join()} ${picked.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids themselves, not the arrays, which are new with each render
  useEffect(() => {
    const previous = previousIds.current
    previousIds.current = { rows, picked }
    const removedIndex = previous.rows.findIndex((id) => !rows.includes(id))
    const nextRow =
      removedIndex >= 0
        ? (previous.rows.slice(removedIndex).find((id) => rows.includes(id)) ?? rows.at(-1))
        : (rows.find((id) => !previous.rows.includes(id)) ?? (picked.length ? undefined : previous.picked[0]))
    if (!nextRow) return
    // Menus and toasts close a moment later and may still return the focus by themselves.
    setTimeout(() => {
      const focusLost =
        document.activeElement === document.body && lastFocused.current instanceof Element && !lastFocused.current.isConnected
      if (focusLost) document.querySelector<HTMLElement>(`li[data-row="${CSS.escape(nextRow)}"] a`)?.focus()
    }, 80)
  }, [key])
}
