// Checkbox and switch: native inputs, 16 px and 34 × 20, inside a target of at least 24 px. A switch acts at once.
import { Check, Minus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classes } from './class-names.ts'

type Choice = {
  label: string
  hideLabel?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
  off?: string | undefined
  className?: string
}

export function Checkbox({ label, hideLabel, checked, onChange, mixed = false, off, className }: Choice & { mixed?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  const Mark = mixed ? Minus : Check
  return (
    <label
      className={classes('inline-flex min-h-6 items-center gap-2 text-body', off !== undefined && 'text-text-off', className)}
      title={off}
    >
      <span className="relative inline-flex size-6 items-center justify-center -m-1">
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          aria-label={hideLabel ? label : undefined}
          disabled={off !== undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-4 appearance-none rounded-mark border border-line-strong bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:border-line disabled:bg-sunken"
        />
        {(checked || mixed) && <Mark aria-hidden size={12} strokeWidth={3} className="pointer-events-none absolute text-accent-on" />}
      </span>
      {!hideLabel && label}
    </label>
  )
}

export function Switch({ label, hideLabel, checked, onChange, off, className }: Choice) {
  return (
    <label
      className={classes('inline-flex min-h-6 items-center gap-2 text-body', off !== undefined && 'text-text-off', className)}
      title={off}
    >
      <span className="relative inline-flex h-6 w-[34px] shrink-0 items-center">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
          role="switch"
          checked={checked}
          aria-label={hideLabel ? label : undefined}
          disabled={off !== undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-5 w-[34px] appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-120 checked:border-accent checked:bg-accent"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute left-[3px] size-3.5 rounded-full bg-line-strong transition-transform duration-120 peer-checked:translate-x-[14px] peer-checked:bg-accent-on"
        />
      </span>
      {!hideLabel && label}
    </label>
  )
}
