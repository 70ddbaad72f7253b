// A field for code; CodeMirror loads when the field is shown.
import { type ComponentType, lazy, Suspense } from 'react'
import { texts } from '../../i18n.ts'
import type { CodeLanguage } from '../text/code-languages.ts'
import { Field, type FieldProps } from '../fields/field.tsx'
import { Bone } from '../states.tsx'

export type CodePanelProps = {
  label: string
  value: string
  onChange: (code: string) => void
  onBlur?: (() => void) | undefined
  language: CodeLanguage
  readOnly: boolean
  /** px */
  minHeight: number
  invalid: boolean
}

const Panel = lazy(() =>
  Promise.all([import('./code-panel.tsx'), texts('editor')]).then(([{ default: Loaded }]) => ({
    default: Loaded as ComponentType<CodePanelProps>,
  })),
)

/** Tab indents; Escape, then Tab leaves the field. */
export function CodeEditor({
  value,
  onChange,
  onBlur,
  language = 'text',
  readOnly = false,
  minHeight = 160,
  ...field
}: FieldProps & {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  language?: CodeLanguage
  readOnly?: boolean
  minHeight?: number
}) {
  return (
    <Field {...field} group>
      {() => (
        <Suspense fallback={<Bone className="!h-44 !rounded-control" />}>
          <Panel {...{ value, onChange, onBlur, language, readOnly, minHeight }} label={field.label} invalid={Boolean(field.error)} />
        </Suspense>
      )}
    </Field>
  )
}
