// Dialogs of 416, 560, 720 and 900 px, and the drawer at the right edge; on a phone a full-height sheet. Their code (Headless UI) loads when one
// is first opened or its trigger is touched: spread `dialogTrigger` on the trigger. The focus starts on a control with autoFocus, else on the
// first one.
import type { ReactNode } from 'react'
import { laterDialog } from './later-dialog.tsx'
import { useReturnFocus } from './return-focus.ts'
import { useOpenDialog } from './turns.ts'

const load = () => import('./dialog-panel.tsx')
const Panel = laterDialog(load)
/** Props of the control that opens a dialog: they load the dialog's code before the click. */
export const dialogTrigger = { onPointerEnter: load, onFocus: load, onTouchStart: load }

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  width?: 416 | 560 | 720 | 900
  /** Covers the window: for a projector. */
  whole?: boolean
  /** Placed 85 px from the top, for content that may grow; else centred. */
  top?: boolean
  /** There are unsaved changes: closing needs a confirmation. */
  changed?: boolean
  children?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}
/** A dialog at the right edge, as high as the window: details beside a list. */
export const Drawer = (props: Omit<DialogProps, 'width' | 'top' | 'whole'>) => (props.open ? <OpenDialog {...props} drawer /> : null)

function OpenDialog(props: DialogProps & { drawer?: boolean }) {
  useReturnFocus()
  useOpenDialog()
  return <Panel {...props} />
}
