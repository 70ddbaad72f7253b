// The dialog of a confirmation; only confirm.tsx loads it.
import '../../elements/confirmation.ts'
import { useState } from 'react'
import type { ConfirmProps } from './confirm.tsx'
import { useReturnFocus } from './return-focus.ts'
import { useOpenDialog } from './turns.ts'

type Confirmation = {
  heading: string
  description?: string | undefined
  'confirm-label': string
  'cancel-label'?: string | undefined
  open: boolean
  busy: boolean
  danger: boolean
  onconfirm: () => void
  oncancel: () => void
}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'lyceum-confirmation': import('react').ClassAttributes<HTMLElement> & Confirmation
    }
  }
}

export default function Panel({ title, description, confirmLabel, cancelLabel, danger = false, onConfirm, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  useReturnFocus()
  useOpenDialog()
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <lyceum-confirmation
      open
      heading={title}
      description={description}
      confirm-label={confirmLabel}
      cancel-label={cancelLabel}
      danger={danger}
      busy={busy}
      onconfirm={() => void confirm()}
      oncancel={onClose}
    />
  )
}
