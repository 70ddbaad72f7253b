// The confirmation, 416 wide: names the thing, the button repeats the act ("Delete 3 activities"), focus starts on the safe button.
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import type { ActionName } from '../actions.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function Confirm({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  action,
  onConfirm,
  onClose,
}: {
  open: boolean
  title: string
  description?: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  action?: ActionName
  /** Stays open and busy until it is done; a throw is the caller's to show. */
  onConfirm: () => unknown
  onClose: () => void
}) {
  const t = useTexts('ui')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      width={416}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm} action={action}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
