// A longer text: its format, its length, and what who marks it should know.
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/fields/field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RichTextEditor } from '../../ui/editor/rich-text-editor.tsx'
import type { EditorProps } from '../definition.ts'

export default function EssayEditor({ content, keyOf, onChange, faults, uploadFile }: EditorProps<'essay'>) {
  const t = useTexts('questions')
  const put = (field: 'words_least' | 'words_most' | 'files_most', value: number | null) => {
    const { [field]: _, ...rest } = content
    onChange({ content: value === null ? rest : { ...rest, [field]: value } })
  }
  return (
    <div className="space-y-4">
      <div className="grid gap-4 tablet:grid-cols-2">
        <Select
          label={t('format')}
          value={content.format}
          options={(['rich', 'plain', 'code'] as const).map((value) => ({ value, label: t(`formatOf.${value}`) }))}
          onChange={(format) => onChange({ content: { ...content, format } })}
        />
        <NumberField
          label={t('filesMost')}
          value={content.files_most ?? 0}
          min={0}
          max={20}
          onChange={(value) => put('files_most', value)}
        />
        <NumberField
          label={t('wordsLeastLabel')}
          value={content.words_least ?? null}
          min={1}
          max={20_000}
          error={faults['content.words_least']}
          onChange={(value) => put('words_least', value)}
        />
        <NumberField
          label={t('wordsMostLabel')}
          value={content.words_most ?? null}
          min={1}
          max={20_000}
          error={faults['content.words_most']}
          onChange={(value) => put('words_most', value)}
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
