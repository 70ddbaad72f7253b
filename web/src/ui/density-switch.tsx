// The switch between comfortable and compact rows in the header of a teacher's table. The choice is stored on this device per person and kind
// of page.
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Segmented } from './segmented.tsx'

type RowDensity = 'comfortable' | 'compact'

/** `scope` names the person and the kind of page: `${person} gradebook`. Teachers' tables open compact, students' pages comfortable. */
export function useRowDensity(scope: string, initial: RowDensity) {
  const key = `lyceum.rows ${scope}`
  const [density, setDensity] = useState<RowDensity>(() => {
    const stored = localStorage.getItem(key)
    return stored === 'compact' || stored === 'comfortable' ? stored : initial
  })
  const change = (next: RowDensity) => {
    setDensity(next)
    localStorage.setItem(key, next)
  }
  return [density, change] as const
}

export function DensitySwitch({ value, onChange }: { value: RowDensity; onChange: (next: RowDensity) => void }) {
  const t = useTexts('ui')
  return (
    <Segmented
      label={t('density')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'comfortable', label: t('comfortable') },
        { value: 'compact', label: t('compact') },
      ]}
      className="max-tablet:hidden"
    />
  )
}
