// The keys of the marking workspace: to the next and previous work, tools, digits for the score, undo, save and next.
import { type RefObject, useEffect, useRef } from 'react'
import { useKeySet } from '../../ui/menus/key-sets.ts'
import { useSingleKeys } from '../../ui/menus/single-keys.ts'
import { type Tool, tools } from '../../anchors/mark.ts'
import { toolKeys } from './toolbar.tsx'

type Doings = {
  next: () => void
  previous: () => void
  tool: (tool: Tool) => void
  digit: (digit: string) => void
  rubric: () => void
  zoom: (by: 1 | -1) => void
  undo: () => void
  redo: () => void
  saveNext: () => void
}

export function useMarkingKeys(doings: Doings) {
  const latest = useRef(doings)
  latest.current = doings
  useKeySet('marking')
  useSingleKeys({
    j: doings.next,
    k: doings.previous,
    ArrowRight: doings.next,
    ArrowLeft: doings.previous,
    r: doings.rubric,
    '+': () => doings.zoom(1),
    '-': () => doings.zoom(-1),
    ['Escape']: () => doings.tool('select'),
    ...Object.fromEntries(tools.map((tool) => [toolKeys[tool], () => doings.tool(tool)])),
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, () => doings.digit(digit)])),
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing || event.defaultPrevented) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const key = event.key.toLowerCase()
      const writes =
        event.target instanceof Element && event.target.closest('input:not([type=radio]), textarea, select, [contenteditable=true]')
      if (key === 'enter') latest.current.saveNext()
      else if (writes) return
      else if (key === 'z' && !event.shiftKey) latest.current.undo()
      else if (key === 'y' || key === 'z') latest.current.redo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** In the score's field the keys that lead on are no digits. */
export function useScoreKeys(scoreField: RefObject<HTMLInputElement | null>, onMove: (by: 1 | -1) => void) {
  useEffect(() => {
    const field = scoreField.current
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { j: 1, k: -1 }[event.key] as 1 | -1 | undefined
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) field?.blur()
      if (!by || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      field?.blur()
      onMove(by)
    }
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  })
}
