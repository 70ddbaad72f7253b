// Field for the points of a level.
import { useState } from 'react'
import { TextField } from '../../../ui/fields/field.tsx'
import { typedScore } from './points.ts'

/** A decimal, with the comma or the digits of any keyboard. */
export function PointsInput({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const pointsIn = (text: string) => {
    const score = typedScore(text, null)
    return 'points' in score ? (score.points ?? '') : ''
  }
  const [typed, setTyped] = useState(value)
  return (
    <TextField
      hideLabel
      label={label}
      inputMode="decimal"
      // a draft or another version may bring others than those that were typed
      value={pointsIn(typed) === value ? typed : value}
      error={error}
      onChange={(text) => {
        setTyped(text)
        onChange(pointsIn(text))
      }}
      className="w-24"
    />
  )
}
