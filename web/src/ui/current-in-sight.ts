// A row that scrolls sideways in a narrow window shows its current entry.
import { useEffect, useRef } from 'react'

/** For the row that scrolls; it looks again whenever `current` is another. */
export function useCurrentInSight<E extends HTMLElement>(current: unknown) {
  const row = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another entry is the current one
  useEffect(() => {
    const entry = row.current?.querySelector('[aria-current], [aria-selected=true], :checked')
    if (!row.current || !entry) return
    const [frame, box] = [row.current.getBoundingClientRect(), entry.getBoundingClientRect()]
    if (box.left < frame.left || box.right > frame.right)
      row.current.scrollLeft += box.left + box.width / 2 - (frame.left + frame.width / 2)
  }, [current])
  return row
}
