// Fields: label above, help below, the error of the field instead of the help. Every field has a label, shown or (hideLabel) only read
// out. Text, textarea and select are native elements; values are reported trimmed, the shown text is trimmed on leaving.
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classes } from './class-names.ts'

export type FieldProps = {
  label: string
  hideLabel?: boolean
  help?: string | undefined
  /** What is wrong; shown with an icon, read out, and marks the field. */
  error?: string | undefined
  /** Beside the label: a link such as "Forgot it?". */
  aside?: ReactNode
  className?: string
}
type Wired = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined; 'aria-label': string | undefined }

/** Label, help and error around any control; `children` gets the attributes that tie them together. */
export function Field({
  label,
  hideLabel,
  help,
  error,
  aside,
  className,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const id = useId()
  const note = error || help ? `${id}-note` : undefined
  return (
    <div className={classes('min-w-0', className)}>
      {!hideLabel && (
        <div className="mb-1 flex items-baseline justify-between gap-2">
          <label htmlFor={id} className="text-body font-medium">
            {label}
          </label>
          {aside}
        </div>
      )}
      {children({ id, 'aria-describedby': note, 'aria-invalid': error ? true : undefined, 'aria-label': hideLabel ? label : undefined })}
      <div
        id={note}
        aria-live="polite"
        className={classes('text-caption', (error || help) && 'mt-1', error ? 'text-bad-text' : 'text-text-3')}
      >
        {error ? (
          <span className="flex items-start gap-1.5">
            <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
            {error}
          </span>
        ) : (
          help
        )}
      </div>
    </div>
  )
}

const box = 'field-edge block w-full min-h-(--field) px-2.5 py-1'

type Native<T extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<T>,
  'id' | 'value' | 'onChange' | 'className' | 'children' | 'size'
>
type Valued = { value: string; onChange: (value: string) => void }

/** `onChange` gets the trimmed value; spaces at the ends and unfinished compositions stay in the field until it is left. */
export function TextField({
  label,
  hideLabel,
  help,
  error,
  aside,
  className,
  value,
  onChange,
  trailing,
  large,
  type = 'text',
  ...rest
}: FieldProps &
  Valued &
  Native<'input'> & {
    /** Inside the field at its end: an icon button. */
    trailing?: ReactNode
    large?: boolean
  }) {
  const [typed, setTyped] = useState(value)
  const asIs = type === 'password'
  const shown = !asIs && typed.trim() === value ? typed : value
  const report = (text: string) => {
    setTyped(text)
    onChange(asIs ? text : text.trim())
  }
  return (
    <Field {...{ label, hideLabel, help, error, aside, className }}>
      {(wired) => (
        <div className="relative">
          <input
            {...rest}
            {...wired}
            type={type}
            value={shown}
            onChange={(event) => report(event.target.value)}
            onBlur={(event) => {
              setTyped(value)
              rest.onBlur?.(event)
            }}
            className={classes(box, large && '!min-h-11 !rounded-tile', Boolean(trailing) && 'pr-10')}
          />
          {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hideLabel,
  help,
  error,
  aside,
  className,
  value,
  onChange,
  rows = 4,
  ...rest
}: FieldProps & Valued & Native<'textarea'>) {
  return (
    <Field {...{ label, hideLabel, help, error, aside, className }}>
      {(wired) => (
        <textarea
          {...rest}
          {...wired}
          rows={rows}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classes(box, 'py-2')}
        />
      )}
    </Field>
  )
}

export function Select<T extends string>({
  label,
  hideLabel,
  help,
  error,
  aside,
  className,
  value,
  onChange,
  options,
  ...rest
}: FieldProps &
  Native<'select'> & {
    value: T
    onChange: (value: T) => void
    options: readonly { value: T; label: string; lang?: string }[]
  }) {
  return (
    <Field {...{ label, hideLabel, help, error, aside, className }}>
      {(wired) => (
        <div className="relative">
          <select
            {...rest}
            {...wired}
            value={value}
            onChange={(event) => onChange(event.target.value as T)}
            className={classes(box, 'appearance-none pr-8')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-text-2"
          />
        </div>
      )}
    </Field>
  )
}
