// The return of the focus to the opener of a dialog.
import { useEffect, useState } from 'react'

/** The element that opened the dialog; for a menu's entry the menu's button, as the menu is closed by then. */
const findOpener = () => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/** Returns the focus to the opener of a dialog when the dialog closes and no element has the focus. */
export function useReturnFocus() {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected && (document.activeElement === document.body || !document.activeElement))
          opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
