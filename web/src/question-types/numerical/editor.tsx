// A number, with tolerances and a unit.
import { useTexts } from '../../i18n.ts'
import { TextField } from '../../ui/fields/field.tsx'
import type { EditorProps } from '../definition.ts'
import { AcceptedNumbers } from '../parts/accepted-numbers.tsx'

export default function NumericalEditor({ content, keyOf, onChange, faults }: EditorProps<'numerical'>) {
  const t = useTexts('questions')
  return (
    <div className="space-y-3">
      <AcceptedNumbers
        accepted={keyOf.accepted}
        onChange={(accepted) => onChange({ key: { accepted } })}
        fault={(n, field) => faults[`key.accepted.${n}.${field}`]}
      />
      <TextField
        label={t('unit')}
        help={t('unitHelp')}
        value={content.unit ?? ''}
        onChange={(unit) => onChange({ content: unit ? { unit } : {} })}
        maxLength={50}
        className="max-w-60"
      />
    </div>
  )
}
