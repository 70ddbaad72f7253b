// Sorting of one list or several: by pointer and touch (their code loads after the page), and by keyboard: the handle is a button, Space lifts,
// arrows move, Space drops, Escape cancels. `onMove` is called on the drop. Spread `row(id)` on the rows, `drop(group)` on an empty group's
// placeholder, `list` on the container, and put <SortHandle> into each row; announcements go into a live region.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Group, type Position, withMoved, positionOf, stepped } from './sorting.ts'

export type DropTarget = Position & { edge: 'top' | 'bottom' | 'inside'; on: string }
export type Sortable = ReturnType<typeof useSortable>

export function useSortable({
  kind,
  groups,
  name,
  groupName,
  onMove,
}: {
  /** Distinguishes this list from others on the page and inside its rows. */
  kind: string
  groups: readonly Group[]
  name: (id: string) => string
  /** A group's name in announcements, where there are several. */
  groupName?: (id: string) => string
  onMove: (id: string, target: Position) => unknown
}) {
  const t = useTexts('ui')
  const list = useRef<HTMLDivElement>(null)
  const [lifted, setLifted] = useState<{ id: string; target: Position | undefined }>()
  const [dragged, setDragged] = useState<string>()
  const [dropTarget, setDropTarget] = useState<DropTarget>()
  const [announcement, announce] = useState('')
  const displayedGroups = lifted?.target ? withMoved(groups, lifted.id, lifted.target) : groups
  const order = displayedGroups.map(({ id, items }) => `${id}:${items.join()}`).join(' ')

  // A row moved to another group is a new element: the focus follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the lifted one has another place
  useEffect(() => {
    if (lifted) handleOf(list.current, kind, lifted.id)?.focus({ preventScroll: false })
  }, [order, lifted?.id, kind])

  const latestOnMove = useRef(onMove)
  latestOnMove.current = onMove
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are found anew whenever their order is another
  useEffect(() => {
    const box = list.current
    if (!box) return
    let stopWatching: (() => void) | undefined
    let unmounted = false
    void import('./sortable-drag.ts').then(({ watchDrags }) => {
      if (unmounted) return
      stopWatching = watchDrags(box, kind, groups, {
        dragging: setDragged,
        dropTarget: setDropTarget,
        drop: (id, target) => latestOnMove.current(id, target),
      })
    })
    return () => {
      unmounted = true
      stopWatching?.()
    }
  }, [order, kind])

  const textValues = (position: ReturnType<typeof positionOf>, id: string) => ({
    name: name(id),
    at: position?.number ?? 1,
    of: position?.size ?? 1,
    group: groupName?.(position?.group ?? '') ?? '',
  })
  const readOutMove = (key: 'sortMoved' | 'sortDropped', id: string, sorted: readonly Group[]) => {
    const values = textValues(positionOf(sorted, id), id)
    announce(t(values.group ? (key === 'sortMoved' ? 'sortMovedIn' : 'sortDroppedIn') : key, values))
  }
  const step = (id: string, offset: -1 | 1) => {
    const target = stepped(displayedGroups, id, offset)
    if (!target) return announce(t(offset === 1 ? 'sortLast' : 'sortFirst'))
    if (lifted) setLifted({ id, target })
    else onMove(id, target)
    readOutMove('sortMoved', id, withMoved(displayedGroups, id, target))
  }
  const drop = (id: string) => {
    if (lifted?.target) onMove(id, lifted.target)
    readOutMove('sortDropped', id, displayedGroups)
    setLifted(undefined)
  }
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const isLifted = lifted?.id === id
    const offset = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (event.key === ' ' || event.key === 'Enter') {
      if (isLifted) drop(id)
      else {
        setLifted({ id, target: undefined })
        announce(t('sortLifted', textValues(positionOf(groups, id), id)))
      }
    } else if (isLifted && offset) step(id, offset)
    else if (isLifted && event.key === 'Escape') {
      setLifted(undefined)
      announce(t('sortBack', { name: name(id) }))
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  return {
    kind,
    list,
    /** The groups with the lifted row at its target. */
    groups: displayedGroups,
    lifted: lifted?.id ?? dragged,
    dropTarget,
    announcement,
    name,
    /** Moves a row by one step without lifting, for a menu. */
    step,
    row: (id: string) => ({ 'data-row': id, 'data-sorts': kind }) as const,
    drop: (group: string) => ({ 'data-drop': group, 'data-sorts': kind }) as const,
    handle: (id: string) => ({
      'data-handle': kind,
      'aria-pressed': lifted?.id === id,
      onKeyDown: onKeyDown(id),
      onBlur: (event: FocusEvent) => {
        // losing the focus drops the row; an element that only moved in the document is no longer connected
        if (lifted?.id === id && event.relatedTarget && event.currentTarget.isConnected) drop(id)
      },
    }),
  }
}

/** A ref callback for one element of two lists: rows in rows. */
export const both =
  (...lists: { current: HTMLDivElement | null }[]) =>
  (element: HTMLDivElement | null) => {
    for (const list of lists) list.current = element
  }

const handleOf = (box: HTMLElement | null, kind: string, id: string) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"][data-sorts="${kind}"] [data-handle="${kind}"]`)
