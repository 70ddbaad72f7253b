// A file of an import as it is read: its encoding, the column of each field, and its first lines.
import type { Encoding } from '@lyceum/kit/text/encodings'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { ReadAs } from '../../../parts/base/table/encoding-choice.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { fieldText } from './field-text.ts'

/** Names of columns by the fields that they have. */
export type Mapping = Record<string, string>
type PreviewFile = Answer<'POST /api/data-import/preview'>['files'][number]

/** A field that must have a column and has none; the name may be in two columns. */
export const isMissing = ({ name, needed }: PreviewFile['fields'][number], of: (field: string) => string): boolean =>
  needed && ![name, ...(name === 'name' ? ['given_name', 'family_name'] : [])].some((field) => of(field) !== '')

export function ReadFile({
  file,
  mapping,
  onEncoding,
}: {
  file: PreviewFile
  /** Without it the columns are those of a standard. */
  mapping: { of: (field: string) => string; set: (more: Mapping) => void } | undefined
  onEncoding: (encoding: Encoding) => void
}) {
  const t = useTexts('rosters')
  const { name, encoding, replaced, columns, lines, fields } = file
  const rows = lines.map((cells, nth) => ({ cells, nth }))
  return (
    <section aria-label={name} className="space-y-3">
      {encoding && <ReadAs file={name} encoding={encoding} replaced={replaced} onChange={onEncoding} />}
      {mapping && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('columns')}</legend>
          <p className="mb-2 max-w-[68ch] text-small text-text-2">{t('columnsHelp')}</p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-2">
            {fields.map((field) => (
              <Select
                key={field.name}
                label={fieldText(field.name)}
                help={field.needed ? t('needed') : undefined}
                value={mapping.of(field.name)}
                error={isMissing(field, mapping.of) ? t('columnMissing') : undefined}
                onChange={(column) => mapping.set({ [field.name]: column })}
                options={[
                  { value: '', label: t('noColumn') },
                  ...columns.filter(Boolean).map((column) => ({ value: column, label: column })),
                ]}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Table
        caption={t('firstLines', { file: name })}
        compact
        rows={rows}
        rowKey={({ nth }) => nth}
        columns={columns.map((title, at) => ({
          key: String(at),
          head: title || '–',
          cell: ({ cells }: { cells: string[] }) => cells[at] ?? '',
        }))}
      />
    </section>
  )
}
