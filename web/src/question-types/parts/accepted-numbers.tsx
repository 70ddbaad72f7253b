// The numbers that are accepted, each with its tolerance and what it earns.
import type { AcceptedNumber } from '@lyceum/activity/questions/question-types/shapes'
import { Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { DecimalField } from '../../ui/fields/decimal-field.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PercentSelect } from './percent-select.tsx'

/** The places that a key keeps. */
const digits = 18

export function AcceptedNumbers({
  accepted,
  onChange,
  fault,
}: {
  accepted: readonly AcceptedNumber[]
  onChange: (accepted: AcceptedNumber[]) => void
  /** The error of a field of the nth. */
  fault: (n: number, field: 'value' | 'tolerance') => string | undefined
}) {
  const t = useTexts('questions')
  const put = (n: number, changed: Partial<AcceptedNumber>) =>
    onChange(accepted.map((one, at) => (at === n ? { ...one, ...changed } : one)))
  return (
    <div className="space-y-2">
      {accepted.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accepted numbers have no id, and rows are only added and removed
        <div key={n} className="flex flex-wrap items-start gap-2">
          <DecimalField
            label={t('number')}
            hideLabel={n > 0}
            digits={digits}
            value={one.value}
            onChange={(value) => put(n, { value })}
            error={fault(n, 'value')}
            className="w-36"
          />
          <DecimalField
            label={t('tolerance')}
            hideLabel={n > 0}
            digits={digits}
            value={one.tolerance}
            onChange={(tolerance) => put(n, { tolerance })}
            error={fault(n, 'tolerance')}
            className="w-28"
          />
          <Select
            label={t('toleranceKind')}
            hideLabel={n > 0}
            value={one.relative ? 'relative' : 'absolute'}
            options={[
              { value: 'absolute', label: t('absolute') },
              { value: 'relative', label: t('relative') },
            ]}
            onChange={(kind) => put(n, { relative: kind === 'relative' })}
            className="w-44"
          />
          <div className={n > 0 ? 'flex gap-2' : 'mt-6 flex gap-2'}>
            <PercentSelect label={t('earns', { name: one.value })} value={one.percent} onChange={(percent) => put(n, { percent })} />
            <IconButton
              icon={Trash2}
              size="sm"
              className="mt-1"
              label={t('remove', { name: one.value })}
              off={accepted.length > 1 ? undefined : t('least', { count: 1 })}
              onClick={() => accepted.length > 1 && onChange(accepted.filter((_, at) => at !== n))}
            />
          </div>
        </div>
      ))}
      <AddButton
        variant="quiet"
        off={accepted.length < 20 ? undefined : t('mostParts', { count: 20 })}
        onAdd={() => onChange([...accepted, { value: '', tolerance: '0', percent: '100' }])}
      >
        {t('addNumber')}
      </AddButton>
    </div>
  )
}
