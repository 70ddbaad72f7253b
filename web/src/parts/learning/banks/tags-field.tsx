// The tags of questions as chips.
import { useTexts } from '../../../i18n.ts'
import { ChipsField } from '../../../ui/fields/chips-field.tsx'

const none: ReadonlyMap<string, string> = new Map()

export function TagsField({
  label,
  help,
  error,
  values,
  onChange,
}: {
  label: string
  help?: string
  error?: string | undefined
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const t = useTexts('banks')
  return (
    <ChipsField
      label={label}
      help={help}
      error={error}
      values={values}
      onChange={(next) => onChange(next.slice(0, 20))}
      split={(text) =>
        text
          .split(/[,;\n\t，；、]+/)
          .map((tag) => tag.trim().slice(0, 50))
          .filter(Boolean)
      }
      wrong={none}
      texts={{ remove: (tag) => t('removeTag', { tag }), more: (count) => t('moreTags', { count }) }}
    />
  )
}
