// The return of the focus: to the opener of a dialog, and to a part of the page that took no input for a while.
import { useEffect, useMemo, useState } from 'react'

/** The element that opened the dialog; for a menu's entry the menu's button, as the menu is closed by then. */
const findOpener = () => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

const focusAgain = (element: Element | null) =>
  requestAnimationFrame(() => {
    if (element instanceof HTMLElement && element.isConnected && (document.activeElement === document.body || !document.activeElement))
      element.focus({ preventScroll: true })
  })

/** Returns the focus to the opener of a dialog when the dialog closes and no element has the focus. */
export function useReturnFocus() {
  const [opener] = useState(findOpener)
  useEffect(() => () => void focusAgain(opener), [opener])
}

/** Returns the focus to what had it before a part of the page was `inert`. */
export function useFocusAfter(inert: boolean) {
  const before = useMemo(() => (inert ? document.activeElement : null), [inert])
  useEffect(() => () => void focusAgain(before), [before])
}
