// Entries are moved by Alt and arrows; the one that was moved has the focus again where it is then, so that it can be moved on. After a deletion
// the entry beside it has the focus.
import type { KeyboardEvent } from 'react'
import { type Entry, type Item, keyOf } from '../../parts/learning/calendar/items.ts'
import { retime } from '../../parts/learning/calendar/queries.ts'
import { type Shift, shifted } from './shifting.ts'

/** The step of an arrow with Alt; undefined for other keys. */
export function arrowOf(event: KeyboardEvent): { right: number; down: number } | undefined {
  if (!event.altKey || !/^Arrow/.test(event.key)) return undefined
  event.preventDefault()
  return {
    right: event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0,
    down: event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0,
  }
}

export async function moveFocused(item: Item, shift: Shift): Promise<void> {
  const times = shifted(item, shift)
  const key = times && (await retime(item, times))
  if (key) await focusItem(key)
}

/** Frames within which the calendar that was read again is drawn. */
const patience = 60
const chipOf = (key: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`)
const isFree = () => document.activeElement === document.body

/** Notes what stands around an entry that is about to be deleted; the answer is called when it is. */
export function noteBeside(entry: Pick<Entry, 'kind' | 'id' | 'start_time'>): () => Promise<void> {
  const key = keyOf(entry)
  const keys = [...document.querySelectorAll<HTMLElement>('[data-item]')].map(({ dataset }) => dataset['item'] ?? '')
  const at = keys.indexOf(key)
  return async () => {
    for (let frame = 0; frame < patience && (chipOf(key) || !isFree()); frame++) await new Promise(requestAnimationFrame)
    const near = [...keys.slice(at + 1), ...keys.slice(0, Math.max(at, 0)).reverse()].find((one) => one !== key && chipOf(one))
    if (isFree()) (near ? chipOf(near) : document.querySelector<HTMLElement>('main h1'))?.focus()
  }
}

async function focusItem(key: string): Promise<void> {
  for (let frame = 0; frame < patience; frame++) {
    await new Promise(requestAnimationFrame)
    const chip = chipOf(key)
    if (!chip) continue
    // the focus fell to the page with the entry's old place; whoever has gone elsewhere meanwhile stays there
    if (isFree()) chip.focus()
    return
  }
}
