// An entry that is held: it follows the pointer to other days and quarters of an hour, or becomes longer. A finger holds one after a moment: before that it scrolls.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Item } from '../../parts/learning/calendar/items.ts'

export type Held = { item: Item; how: 'move' | 'resize'; startX: number; startY: number; days: number; minutes: number; moved: boolean }
export type Point = { clientX: number; clientY: number }
const farFrom = ({ startX, startY }: Pick<Held, 'startX' | 'startY'>, { clientX, clientY }: Point) =>
  Math.hypot(clientX - startX, clientY - startY) > 5
const touchMs = 400

/** `offset`: how many days and minutes lie between two points of the view, which is `view`. */
export function useHold(
  view: RefObject<HTMLElement | null>,
  { offset, onDrop }: { offset: (from: Point, to: Point) => { days: number; minutes: number }; onDrop: (held: Held) => void },
) {
  const [held, setHeld] = useState<Held>()
  const waiting = useRef<() => void>(undefined)
  const isHeld = useRef(false)
  isHeld.current = held !== undefined
  useEffect(() => {
    // a browser asks at the first touch whether anybody may stop the scrolling
    const stay = (event: Event) => isHeld.current && event.preventDefault()
    document.addEventListener('touchmove', stay, { passive: false })
    return () => {
      document.removeEventListener('touchmove', stay)
      waiting.current?.()
    }
  }, [])
  const hold = (item: Item, how: Held['how']) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !item.entry?.editable) return
    if (how === 'resize') event.stopPropagation()
    const { pointerId } = event
    const start = { startX: event.clientX, startY: event.clientY }
    const take = () => {
      view.current?.setPointerCapture(pointerId)
      setHeld({ item, how, ...start, days: 0, minutes: 0, moved: false })
    }
    if (event.pointerType !== 'touch') return take()
    const move = (next: globalThis.PointerEvent) => farFrom(start, next) && stop()
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', stop)
      removeEventListener('pointercancel', stop)
    }
    const timer = setTimeout(() => {
      stop()
      take()
    }, touchMs)
    waiting.current = stop
    addEventListener('pointermove', move)
    addEventListener('pointerup', stop)
    addEventListener('pointercancel', stop)
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!held) return
    const { days, minutes } = offset({ clientX: held.startX, clientY: held.startY }, event)
    setHeld({ ...held, days: held.how === 'move' ? days : 0, minutes, moved: held.moved || farFrom(held, event) })
  }
  const drop = () => {
    if (!held) return
    setHeld(undefined)
    onDrop(held)
  }
  return { held, hold, follow, drop, letGo: () => setHeld(undefined) }
}
