// The body of a long table: rows in sight and a few more, between two spaces; only table.tsx loads it.
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
  children: (row: unknown, index: number, measured: (element: HTMLElement | null) => void) => ReactNode
}) {
  const all = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 12 })
  // another density has other heights
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the height changes
  useEffect(() => all.measure(), [height])
  const shown = all.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = all.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const space = (size: number) =>
    size > 0 && (
      <tr aria-hidden>
        <td colSpan={columns} style={{ height: size }} className="!p-0" />
      </tr>
    )
  return (
    <tbody>
      {space(above)}
      {shown.map(({ index }) => children(rows[index], index, all.measureElement))}
      {space(below)}
    </tbody>
  )
}
