// A choice of a few options that acts at once: native radio buttons in one frame (See as, list or grid). Arrow keys move, as in any radio group.
// A fieldset is as wide as its content unless min-width says otherwise: a narrow window scrolls it.
import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../class-names.ts'
import { useCurrentInSight } from '../current-in-sight.ts'

export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  autoFocus,
  className,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  /** With an icon alone (`iconOnly`) the label is still read out. */
  options: readonly { value: T; label: string; icon?: LucideIcon; iconOnly?: boolean }[]
  /** In a dialog: the chosen one has the focus when it opens. */
  autoFocus?: boolean
  className?: string
}) {
  const name = useId()
  const row = useCurrentInSight<HTMLFieldSetElement>(value)
  return (
    <fieldset ref={row} className={classes('inline-flex min-w-0 max-w-full overflow-x-auto rounded-control bg-sunken p-px', className)}>
      <legend className="screen-reader">{label}</legend>
      {options.map(({ value: option, label: text, icon: Icon, iconOnly }) => (
        <label
          key={option}
          className={classes(
            'relative inline-flex min-h-[calc(var(--control)-2px)] items-center gap-1.5 rounded-control border px-2.5 text-small font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            option === value ? 'border-line-mid bg-surface text-text shadow-button' : 'border-transparent text-text-2 hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            data-autofocus={(autoFocus && option === value) || undefined}
            className="absolute inset-0 appearance-none"
            aria-label={iconOnly ? text : undefined}
          />
          {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} />}
          {!iconOnly && text}
        </label>
      ))}
    </fieldset>
  )
}
