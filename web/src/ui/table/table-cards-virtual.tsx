// Cards of a long table on a phone: only the visible ones and a few more are rendered; the page itself scrolls. Only table-cards.tsx loads it.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export default function VirtualCards({
  label,
  rows,
  children,
}: {
  label: string
  rows: readonly unknown[]
  children: (row: unknown, index: number, measureRef: (element: HTMLElement | null) => void) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => 84, overscan: 8, scrollMargin: top })
  const visibleItems = virtualizer.getVirtualItems()
  const above = Math.max(0, (visibleItems[0]?.start ?? top) - top)
  const below = Math.max(0, virtualizer.getTotalSize() - ((visibleItems.at(-1)?.end ?? top) - top))
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }} className="surface-card divide-y divide-line">
      {visibleItems.map(({ index }) => children(rows[index], index, virtualizer.measureElement))}
    </ul>
  )
}
