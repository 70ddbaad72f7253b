// Comfortable or compact rows, in the header of a teacher's table. The choice is kept on this device for each person and kind of page.
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Segmented } from './segmented.tsx'

type RowDensity = 'comfortable' | 'compact'

/** `at` names the person and the kind of page: `${person} gradebook`. Teachers' tables open compact, students' pages comfortable. */
export function useRowDensity(at: string, first: RowDensity) {
  const key = `lyceum.rows ${at}`
  const [density, set] = useState<RowDensity>(() => {
    const kept = localStorage.getItem(key)
    return kept === 'compact' || kept === 'comfortable' ? kept : first
  })
  const change = (to: RowDensity) => {
    set(to)
    localStorage.setItem(key, to)
  }
  return [density, change] as const
}

export function DensitySwitch({ value, onChange }: { value: RowDensity; onChange: (to: RowDensity) => void }) {
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
