// Arranging by pointer and by keyboard. The handle is a button: Space lifts, arrows move, Space drops, Escape puts back. With a pointer the row is dragged by it.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ActivityRow, Content } from '../../activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { moveActivities } from './content-changes.ts'
import { stepTarget, type Target } from './order.ts'

type Over = { target: Target; before?: string; after?: string }
export type Sorting = ReturnType<typeof useSorting>

export function useSorting(course: string, content: Content) {
  const t = useTexts('course')
  const [lifted, setLifted] = useState<string>()
  const [over, setOver] = useState<Over>()
  const [said, say] = useState('')
  const home = useRef<Target>(undefined)
  // A row that went into another module is a new element: the focus follows it.
  useEffect(() => {
    if (lifted) document.querySelector<HTMLElement>(`[data-row="${lifted}"] > button`)?.focus({ preventScroll: true })
  }, [content, lifted])

  const place = (activity: ActivityRow) => {
    const own = content.activities.filter((one) => one.module_id === activity.module_id).sort((a, b) => a.sort - b.sort)
    const at = own.findIndex((one) => one.id === activity.id)
    return {
      at: at + 1,
      of: own.length,
      module: content.modules.find((one) => one.id === activity.module_id)?.name ?? '',
      before: own[at + 1]?.id ?? null,
    }
  }
  const step = (activity: ActivityRow, by: -1 | 1) => {
    const target = stepTarget(content, activity.id, by)
    if (!target) return say(t(by === 1 ? 'isLast' : 'isFirst'))
    const name = content.modules.find((one) => one.id === target.module)?.name ?? ''
    void moveActivities(course, [activity.id], target).then((fine) => fine && say(t('movedTo', { title: activity.title, name })))
  }
  const key = (activity: ActivityRow) => (event: KeyboardEvent) => {
    const up = lifted === activity.id
    if (event.key === ' ' || (event.key === 'Enter' && up)) {
      event.preventDefault()
      const { at, of, module, before } = place(activity)
      if (up) {
        setLifted(undefined)
        say(t('dropped', { title: activity.title, at, of, name: module }))
      } else {
        home.current = activity.module_id ? { module: activity.module_id, before } : undefined
        setLifted(activity.id)
        say(t('lifted', { title: activity.title, at, of }))
      }
    } else if (up && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      step(activity, event.key === 'ArrowUp' ? -1 : 1)
    } else if (up && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setLifted(undefined)
      if (home.current) void moveActivities(course, [activity.id], home.current)
      say(t('putBack', { title: activity.title }))
    }
  }

  const pointer = (activity: ActivityRow) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    const from = event.clientY
    let aim: Over | undefined
    let moving = false
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (!moving && Math.abs(clientY - from) < 4) return
      moving = true
      setLifted(activity.id)
      if (clientY < 120) window.scrollBy(0, -12)
      else if (clientY > window.innerHeight - 60) window.scrollBy(0, 12)
      aim = aimAt(clientX, clientY, activity.id)
      setOver(aim)
    }
    const end = (done: boolean) => () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', cancel)
      setOver(undefined)
      if (!moving) return
      setLifted(undefined)
      if (done && aim) void moveActivities(course, [activity.id], aim.target)
    }
    const drop = end(true)
    const cancel = end(false)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', cancel)
  }

  return {
    lifted,
    over,
    said,
    step,
    handle: (activity: ActivityRow) => ({
      onKeyDown: key(activity),
      onPointerDown: pointer(activity),
      onBlur: () => setLifted((now) => (now === activity.id ? undefined : now)),
    }),
  }

  /** The place under the pointer: the upper half of a row is before it, the lower half after it, an empty module its beginning. */
  function aimAt(x: number, y: number, id: string): Over | undefined {
    const element = document.elementFromPoint(x, y)
    const empty =
      element?.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? element?.closest<HTMLElement>('[data-module]')?.dataset.module
    const row = element?.closest<HTMLElement>('[data-row]')
    if (!row) return empty ? { target: { module: empty, before: null } } : undefined
    const { row: on = '', in: module = '' } = row.dataset
    if (on === id || !module) return undefined
    const box = row.getBoundingClientRect()
    if (y < box.top + box.height / 2) return { target: { module, before: on }, before: on }
    const own = content.activities.filter((one) => one.module_id === module && one.id !== id).sort((a, b) => a.sort - b.sort)
    return { target: { module, before: own[own.findIndex((one) => one.id === on) + 1]?.id ?? null }, after: on }
  }
}
