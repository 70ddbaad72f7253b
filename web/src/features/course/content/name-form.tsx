// Form for the name of a module, in place in the list: a new module, or a new name of one.
import { type KeyboardEvent, useMemo, useState } from 'react'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useChanger } from '../../../parts/base/drafts/use-changer.ts'
import { type Latest, useVersions } from '../../../parts/base/drafts/use-versions.tsx'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'

const unchanging = { version: 0, value: { name: '' } }

/** Enter saves, Escape closes. `onSave` returns the text of a fault, false for a failure that is shown elsewhere, undefined on success. */
export function NameForm({
  draftId,
  label,
  latest = unchanging,
  read = async () => latest,
  saveLabel,
  onSave,
  onClose,
}: {
  /** Identifies the draft: the module's id, or a name for a new module. */
  draftId: string
  label: string
  /** Of a module that exists: what the page knows of it, and its state at the server. */
  latest?: Latest<{ name: string }>
  read?: () => Promise<Latest<{ name: string }>>
  saveLabel: string
  onSave: (name: string, version: number) => Promise<string | false | undefined>
  onClose: () => void
}) {
  const t = useTexts('course')
  const draft = useDraft('module', draftId, latest.version, latest.value, { title: label, send: () => void save() })
  const fields = useMemo(() => [property<{ name: string }, 'name'>('name', label)], [label])
  const by = useChanger('GET /api/modules/:id/changer', draftId, latest.version, draft.version)
  const versions = useVersions({ draft, latest, read, fields, by })
  const { name } = draft.value
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name) return setFault(t('nameNeeded'))
    setBusy(true)
    let problem: string | false | undefined
    try {
      await versions.save(async (version) => {
        problem = await onSave(name, version)
        if (problem === undefined) await draft.discard()
      })
    } catch (error) {
      problem = problemText(error)
    }
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
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
      </div>
    </form>
  )
}
