// Rows and columns of a matrix.
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { EditorProps } from '../definition.ts'
import { PartList } from '../parts/part-list.tsx'

export default function MatrixEditor({ content, onChange, faults, uploadFile }: EditorProps<'matrix'>) {
  const t = useTexts('questions')
  return (
    <div className="space-y-4">
      <PartList
        kind="rows"
        label={t('rows')}
        name={(number) => t('row', { number })}
        add={t('addRow')}
        parts={content.rows}
        least={1}
        most={30}
        uploadFile={uploadFile}
        fault={(n) => faults[`content.rows.${n}.text`]}
        onChange={(rows) => onChange({ content: { ...content, rows } })}
      />
      <PartList
        kind="columns"
        label={t('columns')}
        name={(number) => t('column', { number })}
        add={t('addColumn')}
        parts={content.columns}
        least={2}
        most={11}
        uploadFile={uploadFile}
        fault={(n) => faults[`content.columns.${n}.text`]}
        onChange={(columns) => onChange({ content: { ...content, columns } })}
      />
      <Checkbox
        label={t('severalInRow')}
        checked={content.multiple ?? false}
        onChange={(multiple) => onChange({ content: { ...content, multiple } })}
      />
    </div>
  )
}
