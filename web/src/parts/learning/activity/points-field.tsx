// Field of the points out of which an activity is scored, for the forms of the types that have some.
import { useTexts } from '../../../i18n.ts'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'

/** The server's rule: above 0, below 10,000, at most four decimals. */
const points = /^(?!0+(\.0+)?$)\d{1,4}(\.\d{1,4})?$/
/** By the server's field name; empty for none, and for points that can be sent. */
export const pointsFault = (value: string): { points?: 'pointsRange' } =>
  value === '' || points.test(value) ? {} : { points: 'pointsRange' }

/** A text that is no number stays and is refused. */
export function PointsField({ value, onChange, error }: { value: string; onChange: (value: string) => void; error: string | undefined }) {
  const t = useTexts('course')
  return <DecimalField label={t('points')} value={value} onChange={onChange} error={error} whenEmpty={t('pointsHelp')} maxLength={9} />
}
