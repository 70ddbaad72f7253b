// Form of a learning activity: what is to be done, and out of how much it is scored.
import { PointsField, pointsFault } from '../../parts/activity/points-field.tsx'
import type { FieldsProps, TypeForm } from '../form.ts'

type Values = { body: string; points: string }

const form: TypeForm<Values> = {
  text: 'whatToDo',
  criteria: ['submitted', 'read', 'by_hand', 'none'],
  fresh: { body: '', points: '' },
  of: ({ body, points }) => ({ body, points: points ?? '' }),
  faults: ({ body, points }) => ({ ...(body.trim() === '' && { body: 'bodyNeeded' as const }), ...pointsFault(points) }),
  fields: ['body', 'points'],
  body: ({ body, points }) => ({ body, points: points || null }),
  Fields,
}
export default form

function Fields({ values, change, faults }: FieldsProps<Values>) {
  return <PointsField value={values.points} onChange={(points) => change({ points })} error={faults.points} />
}
