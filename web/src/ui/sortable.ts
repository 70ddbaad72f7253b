// Arranging one list or several: by pointer and touch (the code for it comes after the page), and by keyboard: the handle is a button, Space
// lifts, arrows move, Space drops, Escape puts back. Nothing is told before the drop. Spread `row(id)` on the rows, `drop(group)` on what an
// empty group shows, `list` on what holds them all, and let <SortHandle> stand in each row; what it says goes into a live region.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { type Group, type Place, placed, placeOf, stepped } from './sorting.ts'

export type Over = Place & { edge: 'top' | 'bottom' | 'inside'; on: string }
export type Sortable = ReturnType<typeof useSortable>

export function useSortable({
  kind,
  groups,
  name,
  groupName,
  onMove,
}: {
  /** Tells this list from others on the page, and lists inside its rows. */
  kind: string
  groups: readonly Group[]
  name: (id: string) => string
  /** Said of the place, where there are several groups. */
  groupName?: (id: string) => string
  onMove: (id: string, to: Place) => unknown
}) {
  const t = useTexts('ui')
  const list = useRef<HTMLDivElement>(null)
  const [lifted, setLifted] = useState<{ id: string; to: Place | undefined }>()
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<Over>()
  const [said, say] = useState('')
  const shown = lifted?.to ? placed(groups, lifted.id, lifted.to) : groups
  const order = shown.map(({ id, items }) => `${id}:${items.join()}`).join(' ')

  // A row that went into another group is a new element: the focus follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the lifted one has another place
  useEffect(() => {
    if (lifted) handleOf(list.current, kind, lifted.id)?.focus({ preventScroll: false })
  }, [order, lifted?.id, kind])

  const told = useRef(onMove)
  told.current = onMove
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are found anew whenever their order is another
  useEffect(() => {
    const box = list.current
    if (!box) return
    let off: (() => void) | undefined
    let gone = false
    void import('./sortable-drag.ts').then(({ watchDrags }) => {
      if (gone) return
      off = watchDrags(box, kind, groups, {
        dragging: setDragged,
        over: setOver,
        drop: (id, to) => told.current(id, to),
      })
    })
    return () => {
      gone = true
      off?.()
    }
  }, [order, kind])

  const at = (place: ReturnType<typeof placeOf>, id: string) => ({
    name: name(id),
    at: place?.at ?? 1,
    of: place?.of ?? 1,
    group: groupName?.(place?.group ?? '') ?? '',
  })
  const saidOf = (key: 'sortMoved' | 'sortDropped', id: string, of: readonly Group[]) => {
    const values = at(placeOf(of, id), id)
    say(t(values.group ? (key === 'sortMoved' ? 'sortMovedIn' : 'sortDroppedIn') : key, values))
  }
  const step = (id: string, by: -1 | 1) => {
    const to = stepped(shown, id, by)
    if (!to) return say(t(by === 1 ? 'sortLast' : 'sortFirst'))
    if (lifted) setLifted({ id, to })
    else onMove(id, to)
    saidOf('sortMoved', id, placed(shown, id, to))
  }
  const drop = (id: string) => {
    if (lifted?.to) onMove(id, lifted.to)
    saidOf('sortDropped', id, shown)
    setLifted(undefined)
  }
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const up = lifted?.id === id
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (event.key === ' ' || event.key === 'Enter') {
      if (up) drop(id)
      else {
        setLifted({ id, to: undefined })
        say(t('sortLifted', at(placeOf(groups, id), id)))
      }
    } else if (up && by) step(id, by)
    else if (up && event.key === 'Escape') {
      setLifted(undefined)
      say(t('sortBack', { name: name(id) }))
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  return {
    kind,
    list,
    /** With the lifted one where it is to go. */
    groups: shown,
    lifted: lifted?.id ?? dragged,
    over,
    said,
    name,
    /** One step without lifting, for a menu. */
    step,
    row: (id: string) => ({ 'data-row': id, 'data-sorts': kind }) as const,
    drop: (group: string) => ({ 'data-drop': group, 'data-sorts': kind }) as const,
    handle: (id: string) => ({
      'data-handle': kind,
      'aria-pressed': lifted?.id === id,
      onKeyDown: onKeyDown(id),
      onBlur: (event: FocusEvent) => {
        // leaving it drops it where it is seen; an element that only changed its place has not been left
        if (lifted?.id === id && event.relatedTarget && event.currentTarget.isConnected) drop(id)
      },
    }),
  }
}

/** Two lists of one element: rows in rows. */
export const both =
  (...lists: { current: HTMLDivElement | null }[]) =>
  (element: HTMLDivElement | null) => {
    for (const list of lists) list.current = element
  }

const handleOf = (box: HTMLElement | null, kind: string, id: string) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"][data-sorts="${kind}"] [data-handle="${kind}"]`)
