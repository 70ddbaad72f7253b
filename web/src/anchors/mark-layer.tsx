// The layer of marks over one page: draws them, and with a tool makes, moves and erases them.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../ui/class-names.ts'
import { type Box, type Point, type Size, toPage, toShown, touchesBox, touchesStroke, type Turns, unturned } from './geometry.ts'
import { boxesOf, inkOf, letterSize, type Mark, moved, placeOf, speaks, type StampName, type Tool } from './mark.ts'
import { MarkCard, TextEntry } from './mark-card.tsx'
import { MarkDrawing, outlineOf } from './mark-drawing.tsx'
import type { MarkWords } from './mark-words.ts'
import { rangeOf } from './text-places.ts'
import { type NewMark, useDrawing } from './use-drawing.ts'

export type LayerTools = {
  tool: Tool
  colour: string
  stamp: StampName
  fingerDraws: boolean
  readOnly: boolean
  numbers: ReadonlyMap<string, number>
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Returns the id of the new mark. */
  onAdd: (page: number, mark: NewMark) => void
  onChange: (mark: Mark, change: Partial<Pick<Mark, 'shape' | 'text' | 'colour'>>) => void
  onRemove: (mark: Mark) => void
  bank?: ((pick: (text: string) => void) => ReactNode) | undefined
}

const turned = ({ width, height }: Size, turns: Turns) =>
  ['', `matrix(0 1 -1 0 ${height} 0)`, `matrix(-1 0 0 -1 ${width} ${height})`, `matrix(0 -1 1 0 0 ${width})`][turns]

export function MarkLayer({
  number,
  shown,
  turns,
  marks,
  tools,
  words,
  card = true,
  characters,
}: {
  number: number
  /** The size of the shown page at scale 1. */
  shown: Size
  turns: Turns
  /** Of this page. */
  marks: readonly Mark[]
  tools: LayerTools
  words: MarkWords
  /** false: what a selected mark says is read and written elsewhere. */
  card?: boolean
  /** The text that the page consists of: marks are kept by its characters. `ready` changes with its content. */
  characters?: { root: () => HTMLElement | null; ready: unknown }
}) {
  const { tool, readOnly, numbers, selected, onSelect } = tools
  const page = unturned(shown, turns)
  const frame = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState<{ place: Point; mark?: Mark }>()
  const [drag, setDrag] = useState<{ id: string; by: Point }>()
  const [found, setFound] = useState<ReadonlyMap<string, Box[]>>(new Map())
  /** Drawn for a mark; of a comment at one character there is only the number beside its line. */
  const drawnBoxes = ({ id, kind, shape }: Mark) => {
    const boxes = found.get(id)
    return boxes && kind === 'comment' && shape.to === undefined ? [] : boxes
  }
  const erase = (at: Point) => {
    const hit = marks.find((mark) =>
      mark.kind === 'pen'
        ? touchesStroke(inkOf(mark.shape), at, page, page.width / 90)
        : touchesBox(outlineOf(mark, drawnBoxes(mark) ?? boxesOf(mark.shape), page), at, page, page.width / 120),
    )
    if (hit) tools.onRemove(hit)
  }
  const drawing = useDrawing({
    frame,
    page,
    turns,
    tool,
    colour: tools.colour,
    stamp: tools.stamp,
    fingerDraws: tools.fingerDraws,
    text: () => {
      const own = characters?.root()
      if (own) return { root: own, characters: true }
      const layer = frame.current?.parentElement?.querySelector<HTMLElement>('.pdf-words')
      return layer ? { root: layer, characters: false } : undefined
    },
    onAdd: (mark) => tools.onAdd(number, mark),
    onText: (place) => setEntry({ place }),
    onErase: erase,
  })
  // where the characters of a mark stand, once the text is laid out
  useLayoutEffect(() => {
    const root = characters?.root()
    if (!root) return
    setFound(
      new Map(
        marks.flatMap(({ id, shape: { from, to } }) => {
          if (from === undefined) return []
          const range = rangeOf(root, from, to ?? from + 1)
          const boxes = range ? drawing.boxesOfRange(range) : []
          return boxes.length > 0 ? [[id, boxes]] : []
        }),
      ),
    )
  }, [marks, characters?.ready])

  const draws = tool !== 'select' && !readOnly
  const shift = (mark: Mark, by: Point) => {
    // what belongs to characters stays with them
    if (mark.shape.from === undefined) tools.onChange(mark, { shape: moved(mark.shape, by) })
  }
  const onMarkKey = (mark: Mark) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? 20 : 4
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (event.key === 'Enter' || event.key === ' ') open(mark)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !readOnly) tools.onRemove(mark)
    else if (way && selected === mark.id && !readOnly) shift(mark, [way[0] ?? 0, way[1] ?? 0])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const open = (mark: Mark) => {
    if (mark.kind === 'text' && selected === mark.id && !readOnly) setEntry({ place: [mark.shape.x ?? 0, mark.shape.y ?? 0], mark })
    onSelect(mark.id)
  }
  const onMarkPointer = (mark: Mark) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const again = selected === mark.id
    const from = { x: event.clientX, y: event.clientY }
    const box = frame.current?.getBoundingClientRect()
    if (again) open(mark)
    else onSelect(mark.id)
    if (readOnly || !box || event.pointerType === 'touch' || mark.shape.from !== undefined) return
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const [a, b] = [
        toPage([(clientX - box.left) / box.width, (clientY - box.top) / box.height], turns),
        toPage([(from.x - box.left) / box.width, (from.y - box.top) / box.height], turns),
      ]
      return [a[0] - b[0], a[1] - b[1]]
    }
    const onMove = (next: globalThis.PointerEvent) => {
      if (Math.hypot(next.clientX - from.x, next.clientY - from.y) > 4) setDrag({ id: mark.id, by: at(next) })
    }
    const onUp = (next: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onUp)
      setDrag(undefined)
      if (next.type === 'pointerup' && Math.hypot(next.clientX - from.x, next.clientY - from.y) > 4) shift(mark, at(next))
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onUp)
  }
  const labelOf = (mark: Mark) => [words.kind(mark.kind), numbers.get(mark.id), mark.text].filter(Boolean).join(' ')
  /** The position of a mark's number: at the place of a comment, at the margin beside a highlight; per cent of the shown page. */
  const badgeOf = (mark: Mark) => {
    const place = found.get(mark.id)?.[0] ?? placeOf(mark)
    const at: Point = !place ? [1000, 0] : Array.isArray(place) ? (place as unknown as Point) : [(place as Box).x, (place as Box).y]
    const [x, y] = toShown(at, turns)
    const margin = mark.kind === 'highlight' || mark.shape.from !== undefined
    return { left: margin ? 97 : x * 100, top: y * 100 }
  }
  const ink = (mark: Mark) => (drag?.id === mark.id ? { ...mark, shape: moved(mark.shape, drag.by) } : mark)
  const open_ = selected === undefined ? undefined : marks.find(({ id }) => id === selected)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: with a tool it has the role of an application
    <div
      ref={frame}
      {...(draws && {
        ...drawing.handlers,
        role: 'application',
        tabIndex: 0,
        'aria-label': words.layer(number, tool),
      })}
      data-layer={number}
      className={classes(
        'absolute inset-0 select-none',
        draws ? 'outline-offset-[-3px]' : 'pointer-events-none',
        draws && (tool === 'text' || tool === 'highlight' ? 'cursor-text' : 'cursor-crosshair'),
        draws && tools.fingerDraws ? 'touch-none' : 'touch-manipulation',
      )}
    >
      <svg
        viewBox={`0 0 ${shown.width} ${shown.height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        role="group"
        aria-label={words.marksOfPage(number)}
      >
        <g transform={turned(page, turns)}>
          {marks.map((mark) => (
            <MarkDrawing
              key={mark.id}
              mark={ink(mark)}
              boxes={drawnBoxes(mark)}
              page={page}
              label={labelOf(mark)}
              selected={selected === mark.id}
              selectable={!draws && (!readOnly || speaks(mark))}
              onKeyDown={onMarkKey(mark)}
              onPointerDown={onMarkPointer(mark)}
            />
          ))}
          {drawing.preview.map((box, i) => (
            <rect
              key={i}
              x={(box.x * page.width) / 1000}
              y={(box.y * page.height) / 1000}
              width={(box.width * page.width) / 1000}
              height={(box.height * page.height) / 1000}
              fill={tools.colour}
              opacity={0.25}
            />
          ))}
          <path ref={drawing.live} fill="none" stroke={tools.colour} strokeLinecap="round" strokeLinejoin="round" />
        </g>
        {drawing.cross && (
          <path
            d={`M${drawing.cross[0] * shown.width - 9} ${drawing.cross[1] * shown.height}h18M${drawing.cross[0] * shown.width} ${drawing.cross[1] * shown.height - 9}v18`}
            stroke="#0b6e6b"
            strokeWidth={2}
          />
        )}
      </svg>
      {marks.filter(speaks).map((mark) => {
        const at = badgeOf(ink(mark))
        return (
          <button
            key={mark.id}
            type="button"
            aria-expanded={selected === mark.id}
            aria-label={labelOf(mark)}
            onPointerDown={mark.kind === 'comment' ? onMarkPointer(mark) : (event) => event.stopPropagation()}
            onClick={(event) => {
              event.stopPropagation()
              // a click of the keyboard closes too; that of a pointer has selected it already
              if (event.detail === 0 || mark.kind === 'highlight') onSelect(selected === mark.id ? undefined : mark.id)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Delete' && !readOnly) tools.onRemove(mark)
              if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
            }}
            style={{ left: `${at.left}%`, top: `${at.top}%`, background: mark.colour }}
            className="pointer-events-auto absolute -ml-3 inline-flex size-6 -translate-y-1 items-center justify-center rounded-full rounded-bl-sm text-caption font-bold text-[#fff] shadow-button"
          >
            {String(numbers.get(mark.id) ?? '')}
          </button>
        )
      })}
      {card && open_ && (speaks(open_) || (open_.kind === 'highlight' && !readOnly)) && (
        <MarkCard
          key={open_.id}
          number={numbers.get(open_.id)}
          author={open_.marker?.name ?? ''}
          text={open_.text}
          readOnly={readOnly}
          onText={(text) => tools.onChange(open_, { text })}
          onRemove={() => tools.onRemove(open_)}
          onClose={() => {
            onSelect(undefined)
            if (!readOnly && open_.kind === 'comment' && open_.text === '') return
            frame.current?.querySelector<SVGGElement>(`[data-mark="${open_.id}"]`)?.focus()
          }}
          bank={tools.bank}
          words={words}
          top={badgeOf(open_).top}
        />
      )}
      {entry && (
        <TextEntry
          label={words.textOnPage}
          text={entry.mark?.text ?? ''}
          colour={entry.mark?.colour ?? tools.colour}
          left={toShown(entry.place, turns)[0] * 100}
          top={toShown(entry.place, turns)[1] * 100}
          size={((frame.current?.clientWidth ?? 0) * letterSize) / 1000}
          onDone={(text) => {
            const { mark, place } = entry
            setEntry(undefined)
            const trimmed = text?.trimEnd()
            if (trimmed === undefined) return
            if (mark && !trimmed.trim()) tools.onRemove(mark)
            else if (mark) tools.onChange(mark, { text: trimmed })
            else if (trimmed.trim())
              tools.onAdd(number, {
                kind: 'text',
                shape: { x: place[0], y: place[1], size: letterSize },
                text: trimmed,
                colour: tools.colour,
              })
          }}
        />
      )}
    </div>
  )
}
