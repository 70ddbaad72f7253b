import { type KeyboardEvent, useState } from 'react'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'

/** A name written in place: a new module, a new name for one. Enter saves, Escape leaves. `onSave` answers what is wrong, false when that is said elsewhere, or nothing. */
export function NameForm({
  draft,
  label,
  value = '',
  saveLabel,
  onSave,
  onClose,
}: {
  /** What the name is of: a draft's thing. */
  draft: string
  label: string
  value?: string
  saveLabel: string
  onSave: (name: string) => Promise<string | false | undefined>
  onClose: () => void
}) {
  const t = useTexts('course')
  const kept = useDraft('module', draft, 0, { name: value })
  const { name } = kept.value
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name) return setFault(t('nameNeeded'))
    setBusy(true)
    const wrong = await onSave(name)
    if (wrong === undefined) void kept.sent()
    setFault(wrong || undefined)
    setBusy(false)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    kept.afresh()
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
          kept.change({ name: text })
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
      <Button
        variant="quiet"
        onClick={() => {
          kept.afresh()
          onClose()
        }}
      >
        {t('cancel')}
      </Button>
      <div className="basis-full empty:hidden">
        <DraftNote kept={kept} />
      </div>
    </form>
  )
}
