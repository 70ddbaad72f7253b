// The body of a long table: only the visible rows and a few more are rendered, between two spacers. Only table.tsx loads it.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect } from 'react'

export default function Virtual({
  box,
  rows,
  height,
  columns,
  children,
}: {
  box: RefObject<HTMLDivElement | null>
  rows: readonly unknown[]
  height: number
  columns: number
  children: (row: unknown, index: number, measureRef: (element: HTMLElement | null) => void) => ReactNode
}) {
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 12 })
  // another density changes the row heights
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height changes
  useEffect(() => virtualizer.measure(), [height])
  const visibleItems = virtualizer.getVirtualItems()
  const above = visibleItems[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (visibleItems.at(-1)?.end ?? 0)
  const spacer = (size: number) =>
    size > 0 && (
      <tr aria-hidden>
        <td colSpan={columns} style={{ height: size }} className="!p-0" />
      </tr>
    )
  return (
    <tbody>
      {spacer(above)}
      {visibleItems.map(({ index }) => children(rows[index], index, virtualizer.measureElement))}
      {spacer(below)}
    </tbody>
  )
}
