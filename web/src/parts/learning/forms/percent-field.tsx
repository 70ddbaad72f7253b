// Field of the percentage that completes an activity: up to three digits, kept as text while they are written.
import { TextField } from '../../../ui/fields/field.tsx'

type Props = {
  label: string
  help?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  className?: string
}

export const PercentField = ({ onChange, ...field }: Props) => (
  <TextField {...field} onChange={(value) => onChange(value.replace(/\D/g, '').slice(0, 3))} inputMode="numeric" />
)
