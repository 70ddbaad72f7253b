// Hook of a spreadsheet: the position with the focus, the chosen area, editing, keys, pointer and clipboard.
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type Area, areaAt, clamped, edges, headRow, moved, type Position, positionsIn, samePosition } from './area.ts'
import { pasted, readBlock, writeBlock } from './block.ts'
import type { Leaving } from './cell-input.tsx'
import type { SpreadsheetProps, Written } from './sheet.ts'
import type { Editing } from './sheet-row.tsx'

const positionOf = (target: EventTarget): Position | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
}

export function useSheet<Of>(
  props: SpreadsheetProps<Of>,
  { page, focusCell }: { page: () => number; focusCell: (position: Position) => void },
) {
  const { columns, rows, rowKey, choice } = props
  const size = { rows: rows.length, columns: columns.length }
  const [area, setArea] = useState<Area>(() => {
    const first = columns.findIndex((column) => !column.pinned)
    return areaAt({ row: 0, column: Math.max(0, first) })
  })
  const [used, setUsed] = useState(false)
  const [editing, setEditing] = useState<Editing>()
  /** After Escape the next Tab leaves the sheet. */
  const leaving = useRef(false)
  const active = clamped(area.end, size)
  const shownArea = { anchor: clamped(area.anchor, size), end: active }

  const go = (position: Position, extend = false) => {
    const next = clamped(position, size)
    setArea(extend && next.row !== headRow ? { anchor: area.anchor, end: next } : areaAt(next))
    focusCell(next)
  }
  const at = ({ row, column }: Position) => {
    const [item, definition] = [rows[row], columns[column]]
    return item !== undefined && definition ? { item, definition } : undefined
  }
  const editable = (position: Position) => {
    const cell = at(position)
    return cell?.definition.editable?.(cell.item) ?? false
  }
  const written = ({ row, column, text }: Position & { text: string }): Written[] => {
    const cell = at({ row, column })
    return cell && editable({ row, column }) && cell.definition.text(cell.item) !== text
      ? [{ row: rowKey(cell.item), column: cell.definition.key, text }]
      : []
  }
  const edit = (typed?: string) => {
    const cell = at(active)
    if (!cell || !editable(active)) return false
    setArea(areaAt(active))
    setEditing({ start: typed ?? cell.definition.text(cell.item), typed: typed !== undefined })
    return true
  }
  const done = (text: string, how: Leaving) => {
    setEditing(undefined)
    const cells = written({ ...active, text })
    if (cells.length) props.onWrite(cells)
    if (!how) return
    const key = how.key === 'Enter' ? (how.shift ? 'ArrowUp' : 'ArrowDown') : how.key
    go(moved(active, { key, ctrl: false, shift: how.shift }, size, 1) ?? active)
  }
  const cancel = () => {
    setEditing(undefined)
    focusCell(active)
  }
  const clear = () => {
    const cells = [...positionsIn(shownArea)].flatMap((position) => written({ ...position, text: '' }))
    if (cells.length) props.onWrite(cells)
  }
  const open = (position: Position) => {
    const cell = at(position)
    if (position.row === headRow) {
      const head = columns[position.column]
      if (head) props.onHead?.(head.key)
    } else if (cell) props.onOpen?.(rowKey(cell.item), cell.definition.key)
  }
  const pick = () => {
    const item = rows[active.row]
    if (!item || !choice) return
    const { top, bottom } = edges(shownArea)
    const keys = rows.slice(Math.max(0, top), bottom + 1).map(rowKey)
    const on = !choice.chosen.has(rowKey(item))
    const next = new Set(choice.chosen)
    for (const key of keys)
      if (on) next.add(key)
      else next.delete(key)
    choice.onChange(next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || editing || event.altKey) return
    const ctrl = event.ctrlKey || event.metaKey
    const wasLeaving = leaving.current
    leaving.current = event.key === 'Escape'
    if (event.key === 'Tab' && wasLeaving) return
    const letter = event.key.toLowerCase()
    const target = moved(active, { key: event.key, ctrl, shift: event.shiftKey }, size, page())
    if (target) go(target, event.shiftKey && event.key !== 'Tab')
    else if (ctrl && letter === 'z') (event.shiftKey ? props.onRedo : props.onUndo)()
    else if (ctrl && letter === 'y') props.onRedo()
    else if (ctrl && letter === 'a') setArea({ anchor: { row: 0, column: 0 }, end: { row: size.rows - 1, column: size.columns - 1 } })
    else if (event.key === ' ' && ctrl)
      setArea({ anchor: { row: 0, column: active.column }, end: { row: size.rows - 1, column: active.column } })
    else if (event.key === ' ' && event.shiftKey)
      setArea({ anchor: { row: active.row, column: 0 }, end: { row: active.row, column: size.columns - 1 } })
    else if (event.key === ' ' && active.column === 0 && active.row >= 0) pick()
    else if ((event.key === 'F2' && event.shiftKey) || event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) open(active)
    else if (event.key === 'Enter' && active.row === headRow) open(active)
    else if (event.key === 'Enter' && event.shiftKey) go({ ...active, row: active.row - 1 })
    else if (event.key === 'Enter' && !edit()) open(active)
    else if (event.key === 'Enter') void 0
    else if (event.key === 'F2') edit()
    else if (event.key === 'Delete' || event.key === 'Backspace') clear()
    else if (event.key === 'Escape') setArea(areaAt(active))
    else if (event.key.length === 1 && !ctrl && event.key !== ' ' && edit(event.key)) void 0
    else return
    event.preventDefault()
  }

  const onPointerDown = (event: PointerEvent) => {
    const position = positionOf(event.target)
    if (!position || event.button !== 0 || (event.target instanceof Element && event.target.closest('input, button, a'))) return
    if (event.pointerType === 'mouse') event.preventDefault()
    if (position.row === headRow) return
    go(position, event.shiftKey)
  }
  /** A pressed mouse chooses an area; a finger scrolls. */
  const onPointerOver = (event: PointerEvent) => {
    if (event.buttons !== 1 || event.pointerType !== 'mouse' || editing) return
    const position = positionOf(event.target)
    if (position && position.row >= 0 && !samePosition(position, active)) setArea({ anchor: area.anchor, end: position })
  }
  const onClick = (event: MouseEvent) => {
    const position = positionOf(event.target)
    if (!position || !(event.target instanceof Element)) return
    if (position.row === headRow) {
      go(position)
      open(position)
    } else if (event.target.closest('[data-sheet-open]')) open(position)
  }
  const onDoubleClick = (event: MouseEvent) => {
    if (positionOf(event.target) && !editing) edit()
  }
  const onContextMenu = (event: MouseEvent) => {
    const position = positionOf(event.target)
    if (!position || position.row < 0 || !editable(position)) return
    event.preventDefault()
    go(position)
    open(position)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (editing || active.row < 0) return
    const { top, bottom, left, right } = edges(shownArea)
    const block = rows.slice(Math.max(0, top), bottom + 1).map((row) => columns.slice(left, right + 1).map((column) => column.text(row)))
    event.clipboardData.setData('text/plain', writeBlock(block))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (editing || active.row < 0) return
    event.preventDefault()
    const block = readBlock(event.clipboardData.getData('text/plain'))
    const cells = pasted(block, shownArea, size).flatMap(written)
    if (cells.length) props.onPaste(cells)
  }
  const onFocus = (event: { target: EventTarget }) => {
    setUsed(true)
    leaving.current = false
    const position = positionOf(event.target)
    if (position && event.target instanceof Element && event.target.matches('[role]') && !samePosition(position, active))
      setArea(areaAt(position))
  }
  return {
    active,
    area: shownArea,
    used,
    editing,
    done,
    cancel,
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerOver,
      onClick,
      onDoubleClick,
      onContextMenu,
      onCopy,
      onPaste,
      onFocus,
    },
  }
}
