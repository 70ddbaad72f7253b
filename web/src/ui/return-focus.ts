import { useEffect, useState } from 'react'

/** What opened it; for a menu's entry the button of that menu, as the menu is gone by then. */
const opener = () => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/** Gives the focus back to what opened a dialog, when the dialog goes and the focus has nowhere to be. */
export function useReturnFocus() {
  const [from] = useState(opener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (from instanceof HTMLElement && from.isConnected && (document.activeElement === document.body || !document.activeElement))
          from.focus({ preventScroll: true })
      })
    },
    [from],
  )
}
