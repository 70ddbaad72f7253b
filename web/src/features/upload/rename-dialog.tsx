import { useState } from 'react'
import { call } from '../../client.ts'
import { nameIsValid } from '../../file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../problem-text.ts'
import { outdate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import type { File_ } from './files-page.tsx'

export function RenameDialog({ file, onClose }: { file: File_; onClose: () => void }) {
  const t = useTexts('upload')
  const [name, setName] = useState(file.name)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!nameIsValid(name)) return setFault(t('fileUpload.nameError'))
    setBusy(true)
    try {
      await call('PUT /api/uploads/:id', { params: { id: file.id }, body: { name } })
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
        <TextField
          label={t('name')}
          value={name}
          onChange={(text) => {
            setName(text)
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
