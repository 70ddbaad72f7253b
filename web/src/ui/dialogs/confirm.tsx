// The confirmation, 416 px wide: it names the object, the button repeats the action ("Delete 3 activities"), the focus starts on the safe
// button. It is the element that other pages use too (elements/confirmation.ts), loaded when one is first opened.
import { laterDialog } from './later-dialog.tsx'

export type ConfirmProps = {
  open: boolean
  title: string
  description?: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** The dialog stays open and busy until it resolves; the caller shows errors. */
  onConfirm: () => unknown
  onClose: () => void
}

const Panel = laterDialog(() => import('./confirm-panel.tsx'))

export function Confirm(props: ConfirmProps) {
  return props.open ? <Panel {...props} /> : null
}
