import { useState } from 'react'
import { call } from '../../client.ts'
import { DraftNote } from '../../draft-note.tsx'
import { nameIsValid } from '../../file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../problem-text.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useDraft } from '../../use-draft.ts'
import type { File_ } from './files-page.tsx'

export function RenameDialog({ file, onClose }: { file: File_; onClose: () => void }) {
  const t = useTexts('upload')
  const kept = useDraft('file', file.id, 0, { name: file.name })
  const { name } = kept.value
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!nameIsValid(name)) return setFault(t('fileUpload.nameError'))
    setBusy(true)
    try {
      await call('PUT /api/uploads/:id', { params: { id: file.id }, body: { name } })
      await kept.sent()
      await outdate('GET /api/uploads')
      onClose()
    } catch (error) {
      setFault(fieldTexts(error).name ?? problemText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rename')}
      width={416}
      changed={name !== file.name}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
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
        <DraftNote kept={kept} />
        <TextField
          label={t('name')}
          value={name}
          onChange={(text) => {
            kept.change({ name: text })
            setFault(undefined)
          }}
          error={fault}
          maxLength={255}
          autoFocus
        />
      </form>
    </Dialog>
  )
}
