// The dialog for one name: of a new folder, a file or a group.
import { useState } from 'react'
import { faultOfName } from '../uploads/file-rules.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'

/** Asks for one name: of a new folder, of a file or a group. */
export function NameDialog({
  title,
  label,
  act,
  start = '',
  file = true,
  onSave,
  onClose,
}: {
  title: string
  label: string
  act: string
  start?: string
  /** Names of files have stricter rules. */
  file?: boolean
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts('upload')
  const [name, setName] = useState(start)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const refuse = (text: string) => {
    setFault(text)
    focusFirstFault()
  }
  const save = async () => {
    if (name.trim() === '') return refuse(t('nameMissing'))
    const nameFault = file ? faultOfName(name) : undefined
    if (nameFault) return refuse(t(nameFault.code, nameFault.params ?? { bytes: 0, most: 0 }))
    setBusy(true)
    try {
      await onSave(name)
      onClose()
    } catch (error) {
      const { name: nameFault, parent_id: folderFault } = fieldTexts(error)
      refuse(nameFault ?? folderFault ?? problemText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={416}
      changed={name !== start}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {act}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={label}
          value={name}
          onChange={(text) => {
            setName(text)
            setFault(undefined)
          }}
          error={fault}
          maxLength={file ? 255 : 200}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
