// Files: of which types, how many and how large.
import { useTexts } from '../../i18n.ts'
import { TextField } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'
import type { EditorProps } from '../definition.ts'

export default function FileEditor({ content, keyOf, onChange, faults, uploadFile }: EditorProps<'file'>) {
  const t = useTexts('questions')
  const types = content.file_types ?? []
  return (
    <div className="space-y-4">
      <div className="grid gap-4 tablet:grid-cols-3">
        <TextField
          label={t('fileTypes')}
          help={t('fileTypesHelp')}
          error={faults['content.file_types']}
          value={types.join(' ')}
          onChange={(typed) =>
            onChange({
              content: {
                ...content,
                file_types: [
                  ...new Set(
                    typed
                      .toLowerCase()
                      .split(/[\s,;]+/)
                      .map((type) => type.replace(/^[.*]+/, ''))
                      .filter(Boolean),
                  ),
                ],
              },
            })
          }
        />
        <NumberField
          label={t('filesMost')}
          value={content.files_most}
          min={1}
          max={20}
          error={faults['content.files_most']}
          onChange={(value) => onChange({ content: { ...content, files_most: value ?? 1 } })}
        />
        <NumberField
          label={t('fileSize')}
          unit="MB"
          value={content.file_size_mb}
          min={1}
          max={2048}
          error={faults['content.file_size_mb']}
          onChange={(value) => onChange({ content: { ...content, file_size_mb: value ?? 100 } })}
        />
      </div>
      <RichTextEditor
        label={t('guide')}
        help={t('guideHelp')}
        value={keyOf.guide ?? ''}
        minHeight={80}
        uploadFile={uploadFile}
        onChange={(guide) => onChange({ key: { guide } })}
      />
    </div>
  )
}
