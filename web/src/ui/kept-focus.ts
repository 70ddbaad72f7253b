import { useEffect, useRef } from 'react'

/**
 * When what had the focus leaves the list (a deleted row, an undone deletion's toast, a cleared selection), the focus goes on to a row near it
 * instead of to the top of the page. `rows` and `picked` are ids in the order of the list.
 */
export function useKeptFocus(rows: readonly string[], picked: readonly string[]) {
  const before = useRef({ rows, picked })
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const note = (event: FocusEvent) => {
      last.current = event.target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const key = `${rows.join()} ${picked.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids themselves, not the arrays made anew with each drawing
  useEffect(() => {
    const old = before.current
    before.current = { rows, picked }
    const gone = old.rows.findIndex((id) => !rows.includes(id))
    const next =
      gone >= 0
        ? (old.rows.slice(gone).find((id) => rows.includes(id)) ?? rows.at(-1))
        : (rows.find((id) => !old.rows.includes(id)) ?? (picked.length ? undefined : old.picked[0]))
    if (!next) return
    // Menus and toasts close a moment later and may still give the focus back by themselves.
    setTimeout(() => {
      const lost = document.activeElement === document.body && last.current instanceof Element && !last.current.isConnected
      if (lost) document.querySelector<HTMLElement>(`li[data-row="${CSS.escape(next)}"] a`)?.focus()
    }, 80)
  }, [key])
}
