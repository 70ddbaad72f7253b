// Checkbox and switch: native inputs, 16 px and 34 × 20 px, inside a target of at least 24 px (44 on touch, by the label's row). A disabled one
// stays focusable and shows the reason.
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '../class-names.ts'
import { useReleased } from './pressed.ts'
import { Spinner } from '../progress.tsx'

type Choice = {
  label: string
  hideLabel?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
  /** The reason why it is disabled. */
  off?: string | undefined
  /** Below the label. */
  help?: string | undefined
  /** The error; marks the box. */
  error?: string | undefined
  className?: string
}

function Labelled({
  choice: { label, hideLabel, off, help, error: present, className },
  extra,
  id,
  children,
}: {
  choice: Pick<Choice, 'label' | 'hideLabel' | 'off' | 'help' | 'error' | 'className'>
  extra?: ReactNode
  id: string
  children: ReactNode
}) {
  const error = useReleased(present)
  const note = error || help || off
  const isBelow = note !== undefined && !(hideLabel && !error)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is among its children
    <label
      className={classes(
        'inline-flex min-h-6 gap-2 text-body',
        isBelow ? 'items-start' : 'items-center',
        hideLabel && !isBelow && !extra && '-mx-1 min-w-6 justify-center',
        off !== undefined && 'text-text-3',
        className,
      )}
      title={hideLabel ? off : undefined}
    >
      {children}
      <span className={classes('min-w-0', hideLabel && !isBelow && !extra && 'contents')}>
        {!hideLabel && label}
        {extra}
        {note && (
          <span
            id={`${id}-note`}
            className={isBelow ? classes('block text-caption', error ? 'text-bad-text' : 'text-text-3') : 'screen-reader'}
          >
            {note}
          </span>
        )}
      </span>
    </label>
  )
}

const inputProps = (id: string, { label, hideLabel, checked, onChange, off, help, error }: Choice) =>
  ({
    type: 'checkbox',
    checked,
    'aria-label': hideLabel ? label : undefined,
    'aria-disabled': off !== undefined || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || help || off ? `${id}-note` : undefined,
    onChange: (event: { target: { checked: boolean } }) => {
      if (off === undefined) onChange(event.target.checked)
    },
  }) as const

export function Checkbox({ mixed = false, ...choice }: Choice & { mixed?: boolean }) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  const Mark = mixed ? Minus : Check
  const off = choice.off !== undefined
  return (
    <Labelled choice={choice} id={id}>
      <span className="relative -m-1 inline-flex size-6 shrink-0 items-center justify-center">
        <input
          ref={box}
          {...inputProps(id, choice)}
          className={classes(
            'peer size-4 appearance-none rounded-mark border',
            off
              ? 'border-line bg-sunken'
              : classes(
                  'bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
                  choice.error ? 'border-bad' : 'border-line-strong',
                ),
          )}
        />
        {(choice.checked || mixed) && (
          <Mark
            aria-hidden
            size={12}
            strokeWidth={3}
            className={classes('pointer-events-none absolute', off ? 'text-text-off' : 'text-accent-on')}
          />
        )}
      </span>
    </Labelled>
  )
}

/** A switch acts at once. `busy` while it is being saved; `note` shows the time of saving ("Saved 12:03:04"), see saving-switch.tsx. */
export function Switch({ busy = false, note, ...choice }: Choice & { busy?: boolean; note?: ReactNode }) {
  const id = useId()
  const off = choice.off !== undefined
  return (
    <Labelled choice={choice} id={id} extra={note}>
      <span className="relative inline-flex h-6 w-[34px] shrink-0 items-center">
        <input
          {...inputProps(id, choice)}
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
          role="switch"
          aria-busy={busy || undefined}
          className={classes(
            'peer h-5 w-[34px] appearance-none rounded-full border transition-colors duration-120',
            off ? 'border-line bg-sunken' : 'border-line-strong bg-sunken checked:border-accent checked:bg-accent',
          )}
        />
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute left-[3px] flex size-3.5 items-center justify-center rounded-full transition-transform duration-120 peer-checked:translate-x-[14px]',
            off ? 'bg-line' : 'bg-line-strong peer-checked:bg-accent-on',
          )}
        >
          {busy && <Spinner size={10} />}
        </span>
      </span>
    </Labelled>
  )
}
