// A verification code: six characters in six boxes over one native field, so that it can be pasted, filled in by the system
// (one-time-code) and read as one. `onComplete` is called once, with the last character.
import { useId, useRef } from 'react'
import { classes } from '../class-names.ts'
import { codeOf } from './codes.ts'
import { Field, type FieldProps } from './field.tsx'

export function CodeField({
  value,
  onChange,
  onComplete,
  length = 6,
  digits = false,
  autoFocus,
  name = 'code',
  off = false,
  ...field
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  onComplete?: (value: string) => void
  length?: number
  /** Only digits: phones show their number keys. */
  digits?: boolean
  autoFocus?: boolean
  name?: string
  /** Disabled while the code is being checked. */
  off?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const cells = useId()
  const enter = (text: string) => {
    const next = codeOf(text, length, digits)
    if (next === value) return
    onChange(next)
    if (next.length === length) onComplete?.(next)
  }
  const activeCell = Math.min(value.length, length - 1)
  return (
    <Field {...field}>
      {(controlProps) => (
        <div className="group relative flex w-fit max-w-full gap-1.5">
          {Array.from({ length }, (_, i) => (
            <span
              key={`${cells}${i}`}
              aria-hidden
              className={classes(
                'tabular flex h-11 w-10 min-w-0 items-center justify-center rounded-control border bg-surface text-[20px] font-semibold',
                field.error ? 'border-bad' : 'border-line-strong',
                i === activeCell &&
                  'group-focus-within:border-accent group-focus-within:shadow-[0_0_0_3px_color-mix(in_srgb,var(--accent)_28%,transparent)]',
                off && '!border-line !bg-sunken text-text-2',
              )}
            >
              {value[i]}
            </span>
          ))}
          <input
            ref={input}
            {...controlProps}
            name={name}
            value={value}
            readOnly={off}
            {...(autoFocus && { autoFocus })}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            inputMode={digits ? 'numeric' : 'text'}
            onChange={(event) => enter(event.target.value)}
            onPaste={(event) => {
              event.preventDefault()
              enter(event.clipboardData.getData('text'))
            }}
            // The caret is always behind the last character, so that typing fills the next box. A selection stays.
            onSelect={({ currentTarget: it }) => {
              if (it.selectionStart === it.selectionEnd && it.selectionEnd !== value.length)
                it.setSelectionRange(value.length, value.length)
            }}
            className="absolute inset-0 w-full cursor-text bg-transparent text-transparent caret-transparent opacity-[.01] outline-none"
          />
        </div>
      )}
    </Field>
  )
}
