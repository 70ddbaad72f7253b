// What is said of an activity beside what it is made of. The editor is heavy and loads once there is a text or somebody asks for one.
import { TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'

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
  return <RichTextEditor label={t('description')} value={value} onChange={onChange} error={error} autoFocus={asked} minHeight={120} />
}
