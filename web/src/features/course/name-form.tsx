import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** A name written in place: a new module, a new name for one. Enter saves, Escape leaves. `onSave` answers what is wrong, or nothing. */
export function NameForm({
  label,
  value = '',
  saveLabel,
  onSave,
  onClose,
}: {
  label: string
  value?: string
  saveLabel: string
  onSave: (name: string) => Promise<string | undefined>
  onClose: () => void
}) {
  const t = useTexts('course')
  const [name, setName] = useState(value)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name) return setFault(t('nameNeeded'))
    setBusy(true)
    setFault(await onSave(name))
    setBusy(false)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      className="flex flex-1 flex-wrap items-start gap-2"
      onKeyDown={leave}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        value={name}
        onChange={(text) => {
          setName(text)
          setFault(undefined)
        }}
        error={fault}
        maxLength={200}
        autoFocus
        className="min-w-48 flex-1"
      />
      <Button type="submit" variant="primary" busy={busy} action="module.add">
        {saveLabel}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
    </form>
  )
}
