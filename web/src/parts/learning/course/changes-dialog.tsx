// Popup of a switch of the whole course: what changes, a line each, before it is done.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

export type Change = { icon: LucideIcon; text: string }

/** `onConfirm` answers the text of a refusal, which stays in the popup; undefined closes it. */
export function ChangesDialog({
  title,
  changes,
  confirm,
  danger = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  changes: readonly Change[]
  confirm: string
  danger?: boolean
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
  children?: ReactNode
}) {
  const t = useTexts('course')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setFault(undefined)
    const refused = await onConfirm()
    setBusy(false)
    if (refused === undefined) onClose()
    else setFault(refused)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={560}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      <ul className="space-y-2.5 pb-1">
        {changes.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-start gap-2.5 text-body">
            <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-2" />
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
      {children}
      {fault !== undefined && (
        <div className="mt-3">
          <Banner tone="bad" urgent>
            {fault}
          </Banner>
        </div>
      )}
    </Dialog>
  )
}
