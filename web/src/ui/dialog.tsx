// Dialogs of 416, 560, 720 and 900 px; on a phone a full-height sheet. The code behind it (Headless UI) comes when one is first opened or
// its trigger is touched: spread `dialogTrigger` on the trigger. `changed`: closing asks first. Focus starts on a control with
// autoFocus, else on the first one.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const load = () => import('./dialog-panel.tsx')
const Panel = lazy(load)
/** For the control that opens a dialog: loads the dialog's code before the click. */
export const dialogTrigger = { onPointerEnter: load, onFocus: load, onTouchStart: load }

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  width?: 416 | 560 | 720 | 900
  /** Unsaved changes: closing asks. */
  changed?: boolean
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
}

export function Dialog(props: DialogProps) {
  return props.open ? <Opened {...props} /> : null
}

/** What opened it; for a menu's entry the button of that menu, as the menu is gone by then. */
const opener = () => {
  const menu = document.activeElement?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

function Opened(props: DialogProps) {
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
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
