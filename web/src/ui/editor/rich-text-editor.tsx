// A field for rich text. Its editor (Tiptap) is heavy and loads when the field is shown; until then a placeholder keeps its space.
import { type ComponentType, lazy, Suspense } from 'react'
import { texts } from '../../i18n.ts'
import { Field, type FieldProps, splitField } from '../fields/field.tsx'
import type { FindMentions } from './editor-mention-menu.tsx'
import type { OnTheirWay, UploadFile } from './editor-uploads.ts'
import { Bone } from '../states.tsx'

export type RichTextEditorProps = {
  label: string
  value: string
  /** HTML of the allow-list, '' when there is nothing in it. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Uploads a picture or an attachment and resolves to the upload's id; an error's message is shown. Without it files are not offered. */
  uploadFile?: UploadFile
  /** Told whenever the number of files changes that stand in the text and have not arrived. */
  onFiles?: (waiting: OnTheirWay) => void
  /** In place of an empty text. */
  placeholder?: string
  /** The address of an upload's picture for the author. */
  pictureSource?: (upload: string) => string | undefined
  /** Offers mentions behind "@": those whose names hold what is typed. The same function as long as the field is shown. */
  findMentions?: FindMentions
  /** The height of the empty field in px. */
  minHeight?: number
  /** Part of a page for writing: without an edge, as high as its text; the toolbar stays below the page's head. */
  whole?: boolean
  readOnly?: boolean
  autoFocus?: boolean
}
export type PanelProps = RichTextEditorProps & { describedBy: string | undefined; invalid: boolean }

const load = () =>
  Promise.all([import('./editor-panel.tsx'), texts('editor')]).then(([{ default: Panel }]) => ({
    default: Panel as ComponentType<PanelProps>,
  }))
const Panel = lazy(load)

export function RichTextEditor(props: FieldProps & Omit<RichTextEditorProps, 'label'>) {
  const { field, control: editor } = splitField(props)
  return (
    <Field {...field} group>
      {(controlProps) => (
        <Suspense fallback={<Bone className="!h-52 !rounded-control" />}>
          <Panel {...editor} label={field.label} describedBy={controlProps['aria-describedby']} invalid={Boolean(field.error)} />
        </Suspense>
      )}
    </Field>
  )
}
