// Texts to those who chose or wrote something: a button beside each row opens its line.
import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import type { UploadFile } from '../../ui/editor/editor-uploads.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RichLine } from './rich-line.tsx'

/** The button and the line of a row, by the key of its feedback; `name` is what the feedback is about. */
export function useFeedback(
  texts: Readonly<Record<string, string | undefined>>,
  onChange: (key: string, html: string) => void,
  uploadFile: UploadFile,
): { button: (key: string, name: string) => ReactNode; line: (key: string, name: string) => ReactNode } {
  const t = useTexts('questions')
  const [opened, setOpened] = useState<readonly string[]>([])
  const isOpen = (key: string) => Boolean(texts[key]) || opened.includes(key)
  return {
    button: (key, name) => (
      <IconButton
        icon={isOpen(key) ? MessageSquare : MessageSquarePlus}
        size="sm"
        label={t('feedbackTo', { name })}
        pressed={isOpen(key)}
        className="mt-1 max-tablet:mt-0"
        onClick={() => setOpened(isOpen(key) && !texts[key] ? opened.filter((one) => one !== key) : [...opened, key])}
      />
    ),
    line: (key, name) =>
      isOpen(key) && (
        <div className="mt-1 pl-8">
          <RichLine
            label={t('feedbackTo', { name })}
            placeholder={t('feedbackTo', { name })}
            value={texts[key] ?? ''}
            onChange={(html) => onChange(key, html)}
            uploadFile={uploadFile}
          />
        </div>
      ),
  }
}
