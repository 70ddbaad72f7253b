// The pointer that is down, and what waits until it is up. A press takes the focus from a field, which may then have a message: a longer one than its
// room would move what is under the pointer, and the click would reach nothing.
import { useEffect, useReducer, useRef } from 'react'

let pressed = false
let listening = false
const waiting = new Set<() => void>()

function listen() {
  if (listening) return
  listening = true
  // a mouse event too: under a finger the focus changes with the mousedown that follows the finger's pointerup
  const press = ({ button }: MouseEvent) => {
    if (button === 0) pressed = true
  }
  for (const event of ['pointerdown', 'mousedown'] as const) addEventListener(event, press, { capture: true })
  // after the click, which belongs to the same turn of the browser
  const release = () =>
    setTimeout(() => {
      pressed = false
      for (const show of waiting) show()
      waiting.clear()
    })
  // a press may end where no pointerup arrives: in a frame, in a menu of the browser, in another window
  for (const event of ['pointerup', 'pointercancel', 'mouseup', 'dragend', 'contextmenu', 'keydown', 'blur'])
    addEventListener(event, (given) => (event !== 'blur' || given.target === window) && release(), { capture: true })
}

/** The value as it was when the pointer went down, and the present one once it is up. */
export function useReleased<T>(value: T): T {
  const [, show] = useReducer((turns: number) => turns + 1, 0)
  const shown = useRef(value)
  if (!pressed) shown.current = value
  useEffect(() => {
    listen()
    if (!Object.is(shown.current, value)) waiting.add(show)
    return () => void waiting.delete(show)
  })
  return shown.current
}
