// A field in which a class of a program is chosen.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import type { Unit } from '../units/unit-fields.tsx'

export function KlassField({
  program,
  ofDepartment = false,
  none,
  value,
  onChange,
  ...field
}: {
  program: string
  /** Those of a department alone. */
  ofDepartment?: boolean
  hideLabel?: boolean
  /** The text of no choice. */
  none: string
  value: Unit
  error?: string | undefined
  onChange: (unit: Unit) => void
}) {
  const t = useTexts('curricula')
  const nobody = { value: '', label: none }
  return (
    <Combobox
      {...field}
      label={t('klass')}
      value={value ? { value: value.id, label: value.name } : nobody}
      onChange={(option) => onChange(option?.value ? { id: option.value, name: option.label } : null)}
      search={async (text, signal) => {
        const { items, total } = await call('GET /api/study-units', {
          query: { kind: 'klass', program_id: program, page_size: 50, ...(text && { keyword: text }) },
          signal,
        })
        const found = items
          .filter(({ department_id }) => !ofDepartment || department_id !== null)
          .map(({ id, name }) => ({ value: id, label: name }))
        return { options: text ? found : [nobody, ...found], total }
      }}
    />
  )
}
