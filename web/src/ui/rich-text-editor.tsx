// A field for rich text. Its editor (Tiptap) is heavy and loads when the field is shown; until then a placeholder keeps its space.
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
  /** Uploads a picture and resolves to the upload's id; an error's message is shown. Without it pictures are not offered. */
  uploadPicture?: (file: File) => Promise<string>
  /** The address of an upload's picture for the author. */
  pictureSource?: (upload: string) => string | undefined
  /** The height of the empty field in px. */
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
      {(controlProps) => (
        <Suspense fallback={<Bone className="!h-52 !rounded-control" />}>
          <Panel {...editor} label={label} describedBy={controlProps['aria-describedby']} invalid={Boolean(error)} />
        </Suspense>
      )}
    </Field>
  )
}
