// A number field: accepts the digits of any keyboard, steps by the arrow keys, and is null while empty or not a number. After blur it shows
// whether the value is out of bounds.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import { Alert, box, Field, type FieldProps, type Native, splitField } from './field.tsx'
import { numberOf, stepped } from '../numbers.ts'

export function NumberField({
  value,
  onChange,
  onText,
  min,
  max,
  step = 1,
  unit,
  ...props
}: FieldProps & {
  value: number | null
  onChange: (value: number | null) => void
  /** The typed text, before `onChange`: for who takes an empty field for a value, since a text that is no number is null too. */
  onText?: (text: string) => void
  min?: number
  max?: number
  /** The step of an arrow key and the precision of the number. */
  step?: number
  /** Shown inside at the end: "%", "min". */
  unit?: string
} & Omit<Native<'input'>, 'min' | 'max' | 'step' | 'type'>) {
  const t = useTexts('ui')
  const { field, control: rest } = splitField(props)
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const [isBlurred, setBlurred] = useState(true)
  const isWhole = Number.isInteger(step)
  const typedValue = numberOf(typed, isWhole)
  const displayed = typedValue === value || (value === null && Number.isNaN(typedValue)) ? typed : value === null ? '' : String(value)
  const isOutOfBounds = value !== null && ((min !== undefined && value < min) || (max !== undefined && value > max))
  const ownError =
    isBlurred && displayed.trim() !== '' && value === null
      ? t('numberNeeded')
      : isBlurred && isOutOfBounds
        ? min !== undefined && max !== undefined
          ? t('numberBetween', { min, max })
          : min !== undefined
            ? t('numberMin', { min })
            : t('numberMax', { max: max ?? 0 })
        : undefined
  const shownError = field.error || ownError
  const reportText = (text: string) => {
    setTyped(text)
    onText?.(text)
    const next = numberOf(text, isWhole)
    onChange(Number.isNaN(next) ? null : next)
  }
  return (
    <Field {...field} {...(shownError && { error: shownError })} iconInside={Boolean(shownError) && !unit} empty={displayed === ''}>
      {(controlProps) => (
        <div className="relative">
          <input
            {...rest}
            {...controlProps}
            type="text"
            inputMode={isWhole ? (min !== undefined && min >= 0 ? 'numeric' : 'text') : 'decimal'}
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            autoComplete="off"
            value={displayed}
            onChange={(event) => {
              setBlurred(false)
              reportText(event.target.value)
            }}
            onBlur={(event) => {
              setBlurred(true)
              if (value !== null) setTyped(String(value))
              rest.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              rest.onKeyDown?.(event)
              const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
              if (!steps || rest.readOnly || event.nativeEvent.isComposing) return
              event.preventDefault()
              reportText(String(stepped(value, steps, { min, max, step })))
            }}
            className={classes(box, 'tabular', unit ? 'pr-12' : shownError && 'pr-10')}
          />
          {unit ? (
            <span aria-hidden className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-text-3">
              {unit}
            </span>
          ) : (
            shownError && <Alert />
          )}
        </div>
      )}
    </Field>
  )
}
