// The share of an option or an accepted answer, in percent of the points.
import { useTexts } from '../../i18n.ts'
import { Select } from '../../ui/fields/field.tsx'
import { number } from '../../ui/format.ts'

const usual = ['100', '90', '80', '75', '66.66667', '60', '50', '40', '33.33333', '30', '25', '20', '16.66667', '12.5', '10', '5', '0']

export function PercentSelect({
  label,
  value,
  onChange,
  negative = false,
}: {
  label: string
  value: string
  onChange: (percent: string) => void
  negative?: boolean
}) {
  const t = useTexts('questions')
  const offered = negative ? [...usual, ...usual.filter((one) => one !== '0').map((one) => `-${one}`)] : usual
  return (
    <Select
      label={label}
      hideLabel
      value={value}
      onChange={onChange}
      options={(offered.includes(value) ? offered : [value, ...offered]).map((one) => ({
        value: one,
        label: t('percent', { percent: number(Number(one), 5).replace(/([.,]\d*?)0+$/, '$1') }),
      }))}
      className="w-28 shrink-0 tabular"
    />
  )
}
