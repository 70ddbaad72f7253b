// Buttons. One primary per view; danger only in dialogs. A button's child is its text, so a button without a name does not compile.
// `off` is the reason why it is disabled: the button stays focusable and shows the reason. `busy` keeps the width and shows a spinner.
import type { LucideIcon } from 'lucide-react'
import { type MouseEventHandler, type Ref, useContext } from 'react'
import type { ActionName } from '../actions.ts'
import { classes } from './class-names.ts'
import { Spinner } from './progress.tsx'
import { PrimaryOff } from './text-files.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'soft' | 'danger' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-on hover:bg-accent-hover',
  secondary: 'bg-surface text-text border border-line-mid shadow-button hover:bg-hover',
  quiet: 'text-text-2 hover:bg-hover',
  soft: 'bg-accent-soft text-accent-soft-text hover:bg-[color-mix(in_srgb,var(--accent-soft)_88%,var(--accent))]',
  danger: 'bg-bad text-bad-on hover:bg-[color-mix(in_srgb,var(--bad)_88%,var(--text))]',
  link: 'text-accent-text hover:underline underline-offset-2',
}
const sizeClasses: Record<ButtonSize, string> = {
  sm: 'min-h-(--control-sm) px-2.5 text-small',
  md: 'min-h-(--control) px-3 text-body',
  lg: 'min-h-(--control-lg) px-4 text-body rounded-tile',
}

/** The classes alone, for links that look like buttons. The first styles nothing: the command palette knows them by it. */
export const buttonLook = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', full = false) =>
  classes(
    'as-button inline-flex items-center justify-center gap-1.5 rounded-control py-1 font-medium whitespace-nowrap select-none transition-[background,transform] duration-120 active:translate-y-px',
    variantClasses[variant],
    variant === 'link' ? 'text-small px-0 min-h-6' : sizeClasses[size],
    full && 'w-full',
  )

export type ButtonProps = {
  children: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** A second icon behind the text: a chevron for a button that opens something. */
  trailing?: LucideIcon
  busy?: boolean
  /** The reason why it is disabled. */
  off?: string | undefined
  full?: boolean
  type?: 'button' | 'submit'
  onClick?: MouseEventHandler<HTMLButtonElement>
  action?: ActionName
  /** The id of a form elsewhere that it submits. */
  form?: string
  autoFocus?: boolean
  ref?: Ref<HTMLButtonElement>
  /** Set by menus and popovers. */
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-describedby'?: string
  className?: string
}

export function Button({
  children,
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  trailing: Trailing,
  busy,
  off: ownOff,
  full,
  type = 'button',
  onClick,
  action,
  className,
  ...rest
}: ButtonProps) {
  const allOff = useContext(PrimaryOff)
  const off = ownOff ?? (variant === 'primary' ? allOff : undefined)
  const inactive = off !== undefined || busy
  const button = (
    <button
      {...rest}
      type={type}
      data-action={action}
      aria-busy={busy || undefined}
      aria-disabled={inactive || undefined}
      onClick={(event) => {
        if (inactive) event.preventDefault()
        else onClick?.(event)
      }}
      className={classes(
        buttonLook(variant, size, full),
        off !== undefined && '!bg-sunken !text-text-off !border !border-line !shadow-none active:!translate-y-0',
        className,
      )}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
      {children}
      {Trailing && <Trailing aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
    </button>
  )
  return off ? <Tooltip text={off}>{button}</Tooltip> : button
}
