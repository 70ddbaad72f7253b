// A choice of one option: native radio buttons under a legend, each with its own help. Arrow keys move, as in any radio group.
import { useId } from 'react'
import { classes } from '../class-names.ts'
import { Note } from './note.tsx'
import { useReleased } from './pressed.ts'

export function RadioGroup<T extends string>(props: {
  label: string
  hideLabel?: boolean
  /** undefined while no option is chosen. */
  value: T | undefined
  onChange: (value: T) => void
  options: readonly { value: T; label: string; help?: string /** Why it cannot be chosen. */; off?: string | undefined }[]
  help?: string | undefined
  error?: string | undefined
  inline?: boolean
  className?: string
}) {
  const { label, hideLabel, value, onChange, options, help, inline, className } = props
  const name = useId()
  const error = useReleased(props.error)
  const room = 'error' in props && !hideLabel
  return (
    <fieldset aria-describedby={error || help ? `${name}-note` : undefined} className={classes('min-w-0', className)}>
      <legend className={hideLabel ? 'screen-reader' : 'mb-1 text-body font-medium'}>{label}</legend>
      <div className={classes('flex gap-x-5 gap-y-1.5', inline ? 'flex-wrap' : 'flex-col')}>
        {options.map((option, i) => {
          const note = option.off ?? option.help
          return (
            <label
              key={option.value}
              className={classes('inline-flex min-h-6 items-start gap-2 text-body', option.off !== undefined && 'text-text-3')}
            >
              <span className="-m-1 inline-flex size-7 shrink-0 items-center justify-center">
                <input
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={option.value === value}
                  aria-invalid={error && i === 0 ? true : undefined}
                  aria-disabled={option.off !== undefined || undefined}
                  aria-describedby={note ? `${name}-${i}` : undefined}
                  onChange={() => {
                    if (option.off === undefined) onChange(option.value)
                  }}
                  className={classes(
                    'size-4 appearance-none rounded-full border bg-surface checked:border-[5px] checked:border-accent forced-colors:appearance-auto',
                    option.off !== undefined ? 'border-line !bg-sunken' : error ? 'border-bad' : 'border-line-strong',
                  )}
                />
              </span>
              <span className="min-w-0">
                {option.label}
                {note && (
                  <span id={`${name}-${i}`} className="block text-caption text-text-3">
                    {note}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
      <Note id={`${name}-note`} {...{ help, error, room, saved: undefined }} />
    </fieldset>
  )
}
