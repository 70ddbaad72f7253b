// Field of a time zone: one by its name, found by typing, or none (`none` says what holds then).
import { useState } from 'react'
import { Combobox, type Option } from '../../../ui/fields/combobox.tsx'
import { deviceZone } from '../../../ui/zone.ts'

/** The names of this browser; an older one has only the device's and the chosen one. */
const zoneNames = (chosen: string | null): string[] => {
  const known = (Intl as { supportedValuesOf?: (key: 'timeZone') => string[] }).supportedValuesOf?.('timeZone') ?? []
  return [...new Set([...known, 'UTC', deviceZone(), ...(chosen ? [chosen] : [])])].toSorted()
}

export function ZoneField({
  label,
  help,
  none,
  value,
  error,
  onChange,
}: {
  label: string
  help: string
  none: string
  value: string | null
  error?: string | undefined
  onChange: (zone: string | null) => void
}) {
  const [names] = useState(() => zoneNames(value))
  const options: Option[] = [{ value: '', label: none }, ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))]
  return (
    <Combobox
      label={label}
      help={help}
      error={error}
      className="max-w-[320px]"
      options={options}
      value={options.find((option) => option.value === (value ?? ''))}
      onChange={(option) => onChange(option?.value || null)}
    />
  )
}
