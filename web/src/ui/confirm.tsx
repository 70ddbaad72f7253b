// The confirmation, 416 wide: names the thing, the button repeats the act ("Delete 3 activities"), focus starts on the safe button. It is
// the element that other pages use too (elements/confirmation.ts), which comes when one is first opened.
import { lazy, Suspense } from 'react'

export type ConfirmProps = {
  open: boolean
  title: string
  description?: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Stays open and busy until it is done; a throw is the caller's to show. */
  onConfirm: () => unknown
  onClose: () => void
}

const Panel = lazy(() => import('./confirm-panel.tsx'))

export function Confirm(props: ConfirmProps) {
  return props.open ? (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  ) : null
}
