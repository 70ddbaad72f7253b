// A button with an icon alone: its label is required and also its tooltip.
import type { LucideIcon } from 'lucide-react'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import type { ActionName } from '../actions.ts'
import { classes } from './class-names.ts'
import { withReason } from './format.ts'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = {
  label: string
  icon: LucideIcon
  /** `bordered` for use beside fields and buttons, `quiet` in bars and rows. */
  variant?: 'quiet' | 'bordered'
  size?: 'sm' | 'md'
  iconSize?: number
  /** A count over its corner; the label has to contain it too. */
  badge?: ReactNode
  pressed?: boolean
  off?: string | undefined
  onClick?: MouseEventHandler<HTMLButtonElement>
  action?: ActionName
  ref?: Ref<HTMLButtonElement>
  className?: string
  'aria-expanded'?: boolean
  'aria-haspopup'?: 'menu' | 'dialog'
}

export function IconButton({
  label,
  icon: Icon,
  variant = 'quiet',
  size = 'md',
  iconSize = 18,
  badge,
  pressed,
  off,
  onClick,
  action,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={withReason(label, off)} labels={!off}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={off !== undefined || undefined}
        data-action={action}
        onClick={(event) => {
          if (off === undefined) onClick?.(event)
        }}
        className={classes(
          'relative inline-flex shrink-0 items-center justify-center rounded-control text-text-2 transition-colors duration-120 hover:bg-hover hover:text-text aria-expanded:bg-accent-soft aria-expanded:text-accent-soft-text',
          size === 'sm' ? 'size-(--control-sm)' : 'size-(--control)',
          variant === 'bordered' && 'border border-line-mid bg-surface',
          pressed && 'bg-accent-soft text-accent-soft-text',
          off !== undefined && '!text-text-off hover:!bg-transparent',
          className,
        )}
      >
        <Icon aria-hidden size={iconSize} strokeWidth={1.75} />
        {badge}
      </button>
    </Tooltip>
  )
}

/** The red count over a bell; more than 99 is 99+. */
export function CountBadge({ count }: { count: number }) {
  if (count < 1) return null
  return (
    <span
      aria-hidden
      // drawn by CSS: the button's label contains the count, and text content would be read twice
      data-count={count > 99 ? '99+' : count}
      className="tabular before:content-[attr(data-count)] absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-bad px-1 text-[11px] leading-none font-semibold text-bad-on"
    />
  )
}
