// Dialogs of 416, 560, 720 and 900 px, and the drawer at the right edge; on a phone a full-height sheet. The code behind it (Headless UI) comes when one is first opened or
// its trigger is touched: spread `dialogTrigger` on the trigger. `changed`: closing asks first. Focus starts on a control with
// autoFocus, else on the first one.
import { lazy, type ReactNode, Suspense } from 'react'
import { useReturnFocus } from './return-focus.ts'

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
  /** 85 px from the top, where its content may grow; else in the middle. */
  top?: boolean
  /** Unsaved changes: closing asks. */
  changed?: boolean
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
}

export function Dialog(props: DialogProps) {
  return props.open ? <Opened {...props} /> : null
}
/** The same at the right edge, as high as the window: details beside a list. */
export const Drawer = (props: Omit<DialogProps, 'width' | 'top'>) => (props.open ? <Opened {...props} drawer /> : null)

function Opened(props: DialogProps & { drawer?: boolean }) {
  useReturnFocus()
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
