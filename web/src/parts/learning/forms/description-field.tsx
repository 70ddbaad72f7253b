// The description of an activity. The editor is heavy and loads once there is a text or somebody asks for one.
import { TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import type { uploadTextFile } from '../../base/rich-text/pictures.ts'

/** The texts of a first picture come with it. */
const uploadFile: typeof uploadTextFile = async (...file) => (await import('../../base/rich-text/pictures.ts')).uploadTextFile(...file)

export function DescriptionField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (html: string) => void
  error?: string | undefined
}) {
  const t = useTexts('course')
  const [asked, setAsked] = useState(false)
  if (!value && !asked && !error)
    return (
      <Button variant="quiet" size="sm" icon={TextCursorInput} onClick={() => setAsked(true)}>
        {t('addDescription')}
      </Button>
    )
  return (
    <RichTextEditor
      label={t('description')}
      value={value}
      onChange={onChange}
      error={error}
      autoFocus={asked}
      minHeight={120}
      uploadFile={uploadFile}
      pictureSource={pictureSource}
    />
  )
}
