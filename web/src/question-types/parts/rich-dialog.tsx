// A dialog for a line that needs formulas, pictures or several paragraphs. The typed text is in its form at once, and so in the form's draft.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { UploadFile } from '../../ui/editor/editor-uploads.ts'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'

export default function RichDialog({
  label,
  value,
  uploadFile,
  onChange,
  onClose,
}: {
  label: string
  value: string
  uploadFile: UploadFile
  onChange: (html: string) => void
  onClose: () => void
}) {
  const t = useTexts('questions')
  const [before] = useState(value)
  const cancel = () => {
    onChange(before)
    onClose()
  }
  return (
    <Dialog
      open
      title={label}
      width={720}
      onClose={cancel}
      changed={value !== before}
      footer={
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <RichTextEditor label={label} hideLabel value={value} onChange={onChange} uploadFile={uploadFile} minHeight={140} autoFocus />
    </Dialog>
  )
}
