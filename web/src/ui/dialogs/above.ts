// Place of what floats above all else, toasts and tooltips (#above): beside the app; while a browser's own modal dialog is open, inside that, since all that
// is outside it lies behind it and takes no input.
import { type RefObject, useLayoutEffect } from 'react'

/** The open ones, the newest last. */
const modals: Element[] = []
const settle = (above: HTMLElement) => (modals.at(-1) ?? document.body).append(above)

/** For each browser's own modal dialog, or the element that shows it around its own content. */
export function useAboveIn(modal: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const above = document.getElementById('above')
    const element = modal.current
    if (!above || !element) return
    modals.push(element)
    settle(above)
    return () => {
      modals.splice(modals.indexOf(element), 1)
      settle(above)
    }
  }, [modal])
}
