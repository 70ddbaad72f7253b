// A field for rich text. The editor behind it (Tiptap) is heavy and comes when the field is shown; until then its place is kept.
import { type ComponentType, lazy, Suspense } from 'react'
import { texts } from '../i18n.ts'
import { Field, type FieldProps } from './field.tsx'
import { Bone } from './states.tsx'

export type RichTextEditorProps = {
  label: string
  value: string
  /** HTML of the allow-list, '' when there is nothing in it. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Takes a picture up; resolves with the upload's id. What it throws is shown by its message. Without it there are no pictures. */
  uploadPicture?: (file: File) => Promise<string>
  /** Where a stored picture can be seen by who writes. */
  pictureSource?: (upload: string) => string | undefined
  /** How high the empty field is, in px. */
  minHeight?: number
  readOnly?: boolean
  autoFocus?: boolean
}
export type PanelProps = RichTextEditorProps & { describedBy: string | undefined; invalid: boolean }

const load = () =>
  Promise.all([import('./editor-panel.tsx'), texts('editor')]).then(([{ default: Panel }]) => ({
    default: Panel as ComponentType<PanelProps>,
  }))
const Panel = lazy(load)
/** Loads the editor before it is shown. */
export const prepareRichTextEditor = load

export function RichTextEditor({
  label,
  hideLabel,
  help,
  error,
  saved,
  aside,
  className,
  ...editor
}: FieldProps & Omit<RichTextEditorProps, 'label'>) {
  return (
    <Field {...{ label, hideLabel, help, error, saved, aside, className }} group>
      {(wired) => (
        <Suspense fallback={<Bone className="!h-52 !rounded-control" />}>
          <Panel {...editor} label={label} describedBy={wired['aria-describedby']} invalid={Boolean(error)} />
        </Suspense>
      )}
    </Field>
  )
}
