// A number: typed with any digits a keyboard gives, stepped by the arrow keys, null while it is empty or no number. It says itself what
// does not fit its bounds, once it is left.
import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from './class-names.ts'
import { Alert, box, Field, type FieldProps, type Native } from './field.tsx'
import { numberOf, stepped } from './numbers.ts'

export function NumberField({
  value,
  onChange,
  min,
  max,
  step = 1,
  unit,
  label,
  hideLabel,
  help,
  error,
  saved,
  aside,
  className,
  ...rest
}: FieldProps & {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  /** What an arrow key adds, and how fine a number may be. */
  step?: number
  /** Inside at the end: "%", "min". */
  unit?: string
} & Omit<Native<'input'>, 'min' | 'max' | 'step' | 'type'>) {
  const t = useTexts('ui')
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const [left, setLeft] = useState(true)
  const typedValue = numberOf(typed)
  const shown = typedValue === value || (value === null && Number.isNaN(typedValue)) ? typed : value === null ? '' : String(value)
  const outside = value !== null && ((min !== undefined && value < min) || (max !== undefined && value > max))
  const own =
    left && shown.trim() !== '' && value === null
      ? t('numberNeeded')
      : left && outside
        ? min !== undefined && max !== undefined
          ? t('numberBetween', { min, max })
          : min !== undefined
            ? t('numberMin', { min })
            : t('numberMax', { max: max ?? 0 })
        : undefined
  const fault = error || own
  const report = (text: string) => {
    setTyped(text)
    const next = numberOf(text)
    onChange(Number.isNaN(next) ? null : next)
  }
  return (
    <Field {...{ label, hideLabel, help, saved, aside, className }} error={fault} iconInside={Boolean(fault) && !unit}>
      {(wired) => (
        <div className="relative">
          <input
            {...rest}
            {...wired}
            type="text"
            inputMode={Number.isInteger(step) ? (min !== undefined && min >= 0 ? 'numeric' : 'text') : 'decimal'}
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            autoComplete="off"
            value={shown}
            onChange={(event) => {
              setLeft(false)
              report(event.target.value)
            }}
            onBlur={(event) => {
              setLeft(true)
              if (value !== null) setTyped(String(value))
              rest.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              rest.onKeyDown?.(event)
              const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
              if (!by || rest.readOnly || event.nativeEvent.isComposing) return
              event.preventDefault()
              report(String(stepped(value, by, { min, max, step })))
            }}
            className={classes(box, 'tabular', unit ? 'pr-12' : fault && 'pr-10')}
          />
          {unit ? (
            <span aria-hidden className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-text-3">
              {unit}
            </span>
          ) : (
            fault && <Alert />
          )}
        </div>
      )}
    </Field>
  )
}
