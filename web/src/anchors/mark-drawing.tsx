// One mark as SVG, in points of the unturned page.
import type { KeyboardEvent, PointerEvent } from 'react'
import { classes } from '../ui/class-names.ts'
import { type Box, boundsOf, type Size, strokePath } from './geometry.ts'
import { boxesOf, inkOf, letterSize, type Mark, stampPath, stampSize, washOf } from './mark.ts'

export const lineHeight = 1.35

/** The outline of a mark for the ring around a selected one, in thousandths. */
export function outlineOf(mark: Mark, boxes: readonly Box[], page: Size): Box {
  const { shape } = mark
  const ratio = page.width / page.height
  if (mark.kind === 'pen') return boundsOf(inkOf(shape).map(([x, y]) => [x, y]))
  if (boxes.length > 0)
    return boundsOf(
      boxes.flatMap(({ x, y, width, height }) => [
        [x, y],
        [x + width, y + height],
      ]),
    )
  const [x, y] = [shape.x ?? 0, shape.y ?? 0]
  if (mark.kind === 'stamp') {
    const side = shape.size ?? stampSize
    return { x: x - side / 2, y: y - (side / 2) * ratio, width: side, height: side * ratio }
  }
  const lines = mark.text.split('\n')
  const size = shape.size ?? letterSize
  const width = Math.max(...lines.map((line) => [...line].length)) * size * 0.6
  return { x, y, width: Math.max(width, size), height: lines.length * size * lineHeight * ratio }
}

export function MarkDrawing({
  mark,
  boxes = boxesOf(mark.shape),
  page,
  label,
  selected,
  selectable,
  onKeyDown,
  onPointerDown,
  onFocus,
}: {
  mark: Mark
  /** Of a highlight of characters, found in the text. */
  boxes?: readonly Box[] | undefined
  page: Size
  label: string
  selected: boolean
  /** By pointer and keyboard; else it is only seen. */
  selectable: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus?: () => void
}) {
  const { shape, colour, kind } = mark
  const [perX, perY] = [page.width / 1000, page.height / 1000]
  const outline = outlineOf(mark, boxes, page)
  const drawn = () => {
    if (kind === 'pen')
      return (
        <path
          d={strokePath(inkOf(shape), page)}
          fill="none"
          stroke={colour}
          strokeWidth={(shape.width ?? 4) * perX}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )
    if (kind === 'highlight' || (kind === 'comment' && boxes.length > 0))
      return boxes.map((box, i) => (
        <rect
          key={i}
          x={box.x * perX}
          y={box.y * perY}
          width={box.width * perX}
          height={box.height * perY}
          fill={washOf(colour)}
          style={{ mixBlendMode: 'multiply' }}
        />
      ))
    if (kind === 'stamp') {
      const side = (shape.size ?? stampSize) * perX
      return (
        <g
          transform={`translate(${(shape.x ?? 0) * perX - side / 2} ${(shape.y ?? 0) * perY - side / 2}) scale(${side / 24})`}
          fill="none"
          stroke={colour}
          strokeWidth={2.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={stampPath(mark.text)} />
          <rect width={24} height={24} fill="transparent" stroke="none" />
        </g>
      )
    }
    if (kind === 'text') {
      const size = (shape.size ?? letterSize) * perX
      return (
        <text
          x={(shape.x ?? 0) * perX}
          y={(shape.y ?? 0) * perY + size}
          fill={colour}
          fontSize={size}
          style={{ fontFamily: 'var(--font-sans, sans-serif)', fontWeight: 500, whiteSpace: 'pre' }}
        >
          {mark.text.split('\n').map((line, i) => (
            <tspan key={i} x={(shape.x ?? 0) * perX} dy={i === 0 ? 0 : size * lineHeight}>
              {line}
            </tspan>
          ))}
        </text>
      )
    }
    return null
  }
  return (
    <g
      {...(selectable && { tabIndex: 0, role: 'button', 'aria-pressed': selected, onKeyDown, onPointerDown, onFocus })}
      {...(!selectable && { role: 'img' })}
      aria-label={label}
      data-mark={mark.id}
      className={classes('outline-none', selectable && 'group pointer-events-auto cursor-pointer')}
    >
      {drawn()}
      <rect
        x={outline.x * perX - 3}
        y={outline.y * perY - 3}
        width={outline.width * perX + 6}
        height={outline.height * perY + 6}
        rx={3}
        fill="none"
        stroke="#0b6e6b"
        strokeWidth={1.5}
        strokeDasharray="4 3"
        className={classes('pointer-events-none', !selected && 'opacity-0 group-focus-visible:opacity-100')}
      />
    </g>
  )
}
