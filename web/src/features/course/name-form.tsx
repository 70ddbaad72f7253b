// Form for the name of a module, in place in the list: a new module, or a new name of one.
import { type KeyboardEvent, useState } from 'react'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'

/** Enter saves, Escape closes. `onSave` returns the text of a fault, false for a failure that is shown elsewhere, undefined on success. */
export function NameForm({
  draftId,
  label,
  value = '',
  saveLabel,
  onSave,
  onClose,
}: {
  /** Identifies the draft: the module's id, or a name for a new module. */
  draftId: string
  label: string
  value?: string
  saveLabel: string
  onSave: (name: string) => Promise<string | false | undefined>
  onClose: () => void
}) {
  const t = useTexts('course')
  const draft = useDraft('module', draftId, 0, { name: value })
  const { name } = draft.value
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name) return setFault(t('nameNeeded'))
    setBusy(true)
    const problem = await onSave(name)
    if (problem === undefined) void draft.discard()
    setFault(problem || undefined)
    setBusy(false)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.stopPropagation()
    draft.reset()
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
          draft.change({ name: text })
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
          draft.reset()
          onClose()
        }}
      >
        {t('cancel')}
      </Button>
      <div className="basis-full empty:hidden">
        <DraftNote draft={draft} />
      </div>
    </form>
  )
}
