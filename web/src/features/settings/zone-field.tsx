// Field of my time zone: that of the device, or one by its name, found by typing.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Combobox, type Option } from '../../ui/combobox.tsx'
import { dateTimeIn } from '../../ui/format.ts'
import { deviceZone } from '../../ui/zone.ts'

const device = ''

/** The names of this browser; an older one has only the device's and the chosen one. */
const zoneNames = (chosen: string | null): string[] => {
  const known = (Intl as { supportedValuesOf?: (key: 'timeZone') => string[] }).supportedValuesOf?.('timeZone') ?? []
  return [...new Set([...known, 'UTC', deviceZone(), ...(chosen ? [chosen] : [])])].toSorted()
}

export function ZoneField({ value, onChange }: { value: string | null; onChange: (zone: string | null) => void }) {
  const t = useTexts('settings')
  const [names] = useState(() => zoneNames(value))
  const options: Option[] = [
    { value: device, label: t('zoneDevice', { zone: deviceZone() }) },
    ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
  ]
  return (
    <Combobox
      label={t('zone')}
      help={t('zoneHelp', { time: dateTimeIn(Date.now(), value ?? deviceZone()) })}
      className="max-w-[320px]"
      options={options}
      value={options.find((option) => option.value === (value ?? device))}
      onChange={(option) => onChange(option?.value || null)}
    />
  )
}
