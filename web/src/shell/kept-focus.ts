// The focus where what had it leaves the page (a restored course, a list with nothing left to mark as read): it goes on beside the place, not
// to the top of the page.
import { useEffect } from 'react'

const stops = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable=true]'
/** Whoever gives the focus back by themselves has done so by then. */
const patience = 250

const place = () => location.pathname + location.hash
const isThere = (element: HTMLElement) => element.isConnected && element.getClientRects().length > 0 && !element.closest('[inert]')
/** On a touch screen a field would bring up the keyboard. */
const mayTake = (element: HTMLElement) =>
  !matchMedia('(pointer: coarse)').matches || !element.matches('input, textarea, select, [contenteditable=true]')

export function useKeptFocus(): void {
  useEffect(() => {
    /** The element that had the focus last in the content, and its neighbours of that moment. */
    let last: { element: HTMLElement; around: HTMLElement[]; at: string } | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusIn = ({ target }: Pick<FocusEvent, 'target'>) => {
      const main = document.querySelector('main')
      // an entry of the calendar is followed to its new day
      if (!(target instanceof HTMLElement) || !main?.contains(target) || target === main || target.matches('h1, [data-item]')) return
      last = { element: target, around: [...main.querySelectorAll<HTMLElement>(stops)], at: place() }
    }
    // within a dialog it changes nothing: its opener may be gone when it closes
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('main') && !target.closest(stops)) last = undefined
    }
    const goOn = () => {
      timer = undefined
      if (!last || isThere(last.element) || document.activeElement !== document.body) return
      const { element, around, at } = last
      last = undefined
      if (at !== place()) return
      const index = around.indexOf(element)
      const near = [...around.slice(index + 1), ...around.slice(0, Math.max(index, 0)).reverse()]
      const next = near.find((one) => one.tabIndex >= 0 && isThere(one) && mayTake(one)) ?? document.querySelector<HTMLElement>('main h1')
      next?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (last && !last.element.isConnected) timer ??= setTimeout(goOn, patience)
    })
    onFocusIn({ target: document.activeElement })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [])
}
