// Cards of a long table on a phone: those in sight and a few more; the page itself scrolls. Only table-cards.tsx loads it.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export default function VirtualCards({
  label,
  rows,
  children,
}: {
  label: string
  rows: readonly unknown[]
  children: (row: unknown, index: number, measured: (element: HTMLElement | null) => void) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const all = useWindowVirtualizer({ count: rows.length, estimateSize: () => 84, overscan: 8, scrollMargin: top })
  const shown = all.getVirtualItems()
  const above = Math.max(0, (shown[0]?.start ?? top) - top)
  const below = Math.max(0, all.getTotalSize() - ((shown.at(-1)?.end ?? top) - top))
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }} className="surface-card divide-y divide-line">
      {shown.map(({ index }) => children(rows[index], index, all.measureElement))}
    </ul>
  )
}
