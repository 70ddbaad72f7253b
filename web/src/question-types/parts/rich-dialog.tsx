// A dialog for a line that needs formulas, pictures or several paragraphs.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { UploadFile } from '../../ui/editor-uploads.ts'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'

export default function RichDialog({
  label,
  value,
  uploadFile,
  onClose,
  onDone,
}: {
  label: string
  value: string
  uploadFile: UploadFile
  onClose: () => void
  onDone: (html: string) => void
}) {
  const t = useTexts('questions')
  const [html, setHtml] = useState(value)
  return (
    <Dialog
      open
      title={label}
      width={720}
      onClose={onClose}
      changed={html !== value}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => onDone(html)}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <RichTextEditor label={label} hideLabel value={html} onChange={setHtml} uploadFile={uploadFile} minHeight={140} autoFocus />
    </Dialog>
  )
}
