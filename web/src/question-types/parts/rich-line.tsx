// A line of text that may hold formulas and pictures: plain text is typed in place, richer text is written in a dialog.
import { Sigma } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type Ref, Suspense, useId, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import type { UploadFile } from '../../ui/editor/editor-uploads.ts'
import { box } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { htmlOf, isPlain, plainText } from './plain-text.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const RichDialog = laterDialog(() => import('./rich-dialog.tsx'))

export type RichLineProps = {
  label: string
  /** HTML. */
  value: string
  onChange: (html: string) => void
  error?: string | undefined
  placeholder?: string | undefined
  uploadFile: UploadFile
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  /** Several lines that were pasted. */
  onLines?: ((lines: string[]) => void) | undefined
  ref?: Ref<HTMLInputElement>
}

export function RichLine({ label, value, onChange, error, placeholder, uploadFile, onKeyDown, onLines, ref }: RichLineProps) {
  const t = useTexts('questions')
  const id = useId()
  const [open, setOpen] = useState(false)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length < 2 || !onLines) return
    event.preventDefault()
    onLines(lines)
  }
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-start gap-1">
        {isPlain(value) ? (
          <input
            dir="auto"
            ref={ref}
            type="text"
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            autoComplete="off"
            maxLength={2000}
            placeholder={placeholder}
            value={plainText(value)}
            onChange={(event) => onChange(htmlOf(event.target.value))}
            onKeyDown={onKeyDown}
            onPaste={paste}
            className={classes(box, 'flex-1')}
          />
        ) : (
          <div className="field-edge min-w-0 flex-1 px-2.5 py-1">
            <RichText html={value} size="body" />
          </div>
        )}
        <IconButton icon={Sigma} size="sm" className="mt-1" label={t('writeRich', { name: label })} onClick={() => setOpen(true)} />
      </div>
      {error && (
        <p id={id} className="mt-1 text-caption text-bad-text">
          {error}
        </p>
      )}
      {open && (
        <Suspense>
          <RichDialog label={label} value={value} uploadFile={uploadFile} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
