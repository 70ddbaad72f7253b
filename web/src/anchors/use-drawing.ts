// Hook that turns pointers and the keyboard's cross into marks of one page. A pen presses; a finger pans unless it is told to draw.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type Box,
  boxOf,
  type InkPoint,
  joinBoxes,
  keptStroke,
  type Point,
  type Size,
  strokePath,
  strokeWidth,
  toPage,
  toShown,
  type Turns,
} from './geometry.ts'
import { colours, type Mark, type StampName, stampSize, type Shape, type Tool } from './mark.ts'
import { characterAt, rangeBetween } from './text-places.ts'

export type NewMark = Pick<Mark, 'kind' | 'shape' | 'text' | 'colour'>
type Client = { x: number; y: number }
type Options = {
  frame: RefObject<HTMLElement | null>
  page: Size
  turns: Turns
  tool: Tool
  colour: string
  stamp: StampName
  fingerDraws: boolean
  /** The text under the layer. `characters`: marks of it are kept by its characters. */
  text: () => { root: HTMLElement; characters: boolean } | undefined
  onAdd: (mark: NewMark) => void
  /** A place for letters, in thousandths. */
  onText: (place: Point) => void
  onErase: (place: Point) => void
}

const drags = new Set<Tool>(['pen', 'highlight', 'eraser'])
const clicks = new Set<Tool>(['comment', 'stamp', 'text'])

export function useDrawing(options: Options) {
  const latest = useRef(options)
  latest.current = options
  const { frame, tool, fingerDraws } = options
  const live = useRef<SVGPathElement>(null)
  const stroke = useRef<InkPoint[]>(undefined)
  const start = useRef<Client>(undefined)
  const [preview, setPreview] = useState<readonly Box[]>([])
  /** The cross of the keyboard, in fractions of the shown page. */
  const [cross, setCross] = useState<Point>()
  const penNear = useRef(false)

  const shownAt = ({ x, y }: Client): Point => {
    const box = frame.current?.getBoundingClientRect()
    return box ? [(x - box.left) / box.width, (y - box.top) / box.height] : [0, 0]
  }
  const pageAt = (client: Client): Point => toPage(shownAt(client), latest.current.turns)
  /** The element under the layer, read while the layer is out of the way. */
  const below = <T>(ask: () => T): T => {
    const layer = frame.current
    if (layer) layer.style.visibility = 'hidden'
    try {
      return ask()
    } finally {
      if (layer) layer.style.visibility = ''
    }
  }
  const boxesOfRange = (range: Range): Box[] =>
    joinBoxes(
      [...range.getClientRects()].map((rect) => boxOf(pageAt({ x: rect.left, y: rect.top }), pageAt({ x: rect.right, y: rect.bottom }))),
    )
  const textBetween = (from: Client, to: Client) => {
    const text = latest.current.text()
    const range = text && below(() => rangeBetween(text.root, from, to))
    return text && range ? { ...text, range } : undefined
  }

  const begin = (client: Client, pressure: number) => {
    start.current = client
    if (latest.current.tool === 'pen') stroke.current = [[...pageAt(client), pressure]]
    if (latest.current.tool === 'eraser') latest.current.onErase(pageAt(client))
  }
  const follow = (points: readonly (Client & { pressure: number })[]) => {
    const from = start.current
    const last = points.at(-1)
    if (!from || !last) return
    const { tool: present, page } = latest.current
    if (present === 'pen' && stroke.current) {
      for (const point of points) stroke.current.push([...pageAt(point), point.pressure])
      live.current?.setAttribute('d', strokePath(stroke.current, page))
      live.current?.setAttribute('stroke-width', String((strokeWidth(stroke.current, 4) * page.width) / 1000))
    }
    if (present === 'eraser') for (const point of points) latest.current.onErase(pageAt(point))
    if (present === 'highlight') {
      const found = textBetween(from, last)
      setPreview(found ? boxesOfRange(found.range) : [boxOf(pageAt(from), pageAt(last))])
    }
  }
  const cancel = () => {
    start.current = undefined
    stroke.current = undefined
    live.current?.setAttribute('d', '')
    setPreview([])
  }
  const end = (client: Client) => {
    const from = start.current
    const { tool: present, page, colour, onAdd } = latest.current
    if (from && present === 'pen' && stroke.current) {
      const kept = keptStroke(stroke.current, page)
      const shape: Shape = { points: kept.flatMap(([x, y]) => [x, y]), width: strokeWidth(stroke.current, 4) }
      onAdd({ kind: 'pen', shape, text: '', colour })
    }
    if (from && present === 'highlight') {
      const found = textBetween(from, client)
      const box = boxOf(pageAt(from), pageAt(client))
      if (found?.characters) {
        const { root, range } = found
        const [a, b] = [characterAt(root, range.startContainer, range.startOffset), characterAt(root, range.endContainer, range.endOffset)]
        if (a !== undefined && b !== undefined && b > a) onAdd({ kind: 'highlight', shape: { from: a, to: b }, text: '', colour })
      } else {
        const boxes = found ? boxesOfRange(found.range) : box.width > 4 && box.height > 2 ? [box] : []
        if (boxes.length > 0)
          onAdd({
            kind: 'highlight',
            shape: { boxes: boxes.slice(0, 200).map(({ x, y, width, height }) => [x, y, width, height]) },
            text: '',
            colour,
          })
      }
    }
    cancel()
  }
  const place = (client: Client) => {
    const { tool: present, stamp, onAdd, onText, colour, text } = latest.current
    const [x, y] = pageAt(client)
    if (present === 'text') onText([x, y])
    if (present === 'stamp') {
      // red says wrong: what praises is green unless another colour was chosen
      const ink = colour === colours.red && (stamp === 'tick' || stamp === 'star') ? colours.green : colour
      onAdd({ kind: 'stamp', shape: { x, y, size: stampSize }, text: stamp, colour: ink })
    }
    if (present === 'comment') {
      const under = text()
      const at = under?.characters ? below(() => rangeBetween(under.root, client, { x: client.x + 40, y: client.y })) : undefined
      const from = under && at && characterAt(under.root, at.startContainer, at.startOffset)
      onAdd({ kind: 'comment', shape: { x, y, ...(from !== undefined && { from }) }, text: '', colour })
    }
  }

  // A pen that touches must not pan, a finger must: only the event tells them apart.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onTouchStart = (event: TouchEvent) => {
      if (penNear.current && drags.has(latest.current.tool)) event.preventDefault()
    }
    element.addEventListener('touchstart', onTouchStart, { passive: false })
    return () => element.removeEventListener('touchstart', onTouchStart)
  }, [])
  useEffect(() => {
    cancel()
    setCross(undefined)
  }, [tool])

  const draws = (event: PointerEvent) => event.pointerType !== 'touch' || fingerDraws
  const handlers = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      penNear.current = event.pointerType === 'pen'
      if (event.pointerType === 'pen') event.currentTarget.style.touchAction = 'none'
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'pen') return
      penNear.current = false
      event.currentTarget.style.touchAction = ''
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      penNear.current = event.pointerType === 'pen'
      // a picture below would pan
      if (event.pointerType === 'mouse') event.stopPropagation()
      if (event.button !== 0 || !event.isPrimary || !drags.has(tool) || !draws(event)) return
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      setCross(undefined)
      begin({ x: event.clientX, y: event.clientY }, event.pressure || 0.5)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const coalesced = event.nativeEvent.getCoalescedEvents?.() ?? []
      follow(
        (coalesced.length > 0 ? coalesced : [event.nativeEvent]).map(({ clientX, clientY, pressure }) => ({
          x: clientX,
          y: clientY,
          pressure: pressure || 0.5,
        })),
      )
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current) end({ x: event.clientX, y: event.clientY })
    },
    onPointerCancel: cancel,
    onClick: (event: { clientX: number; clientY: number; detail: number }) => {
      if (clicks.has(tool) && event.detail > 0) place({ x: event.clientX, y: event.clientY })
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const step = event.shiftKey ? 0.06 : 0.012
      const [x, y] = cross ?? [0.5, 0.2]
      const to = { ArrowLeft: [x - step, y], ArrowRight: [x + step, y], ArrowUp: [x, y - step], ArrowDown: [x, y + step] }[event.key]
      const box = frame.current?.getBoundingClientRect()
      if (!box) return
      const clientOf = ([px, py]: Point) => ({ x: box.left + px * box.width, y: box.top + py * box.height })
      if (to) {
        const next: Point = [Math.min(0.995, Math.max(0.005, to[0] ?? 0)), Math.min(0.995, Math.max(0.005, to[1] ?? 0))]
        setCross(next)
        if (start.current) follow([{ ...clientOf(next), pressure: 0.5 }])
      } else if (event.key === 'Enter' || event.key === ' ') {
        const client = clientOf([x, y])
        setCross([x, y])
        if (clicks.has(tool)) place(client)
        else if (start.current) end(client)
        else begin(client, 0.5)
      } else if (event.key === 'Escape' && (start.current || cross)) {
        cancel()
        setCross(undefined)
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { handlers, live, preview, cross, boxesOfRange, shownOf: (at: Point) => toShown(at, options.turns) }
}
