// Button over the picture of the player, white on dark in both themes.
import type { LucideIcon } from 'lucide-react'
import type { ActionName } from '../actions.ts'
import { classes } from '../ui/class-names.ts'
import { withReason } from '../ui/format.ts'

/** `off` is the reason why the button is disabled; it is added to the label. */
export function PlayerButton({
  label,
  icon: Icon,
  onClick,
  off,
  fill = false,
  action,
  className,
}: {
  label: string
  icon: LucideIcon
  onClick: () => void
  off?: string
  fill?: boolean
  action?: ActionName
  className?: string
}) {
  return (
    <button
      type="button"
      aria-label={withReason(label, off)}
      title={withReason(label, off)}
      aria-disabled={off !== undefined || undefined}
      data-action={action}
      onClick={onClick}
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control focus-visible:outline-[#fff] max-tablet:size-11',
        off ? 'text-[#9aa3a5]' : 'hover:bg-[rgb(255_255_255/.16)]',
        className,
      )}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} fill={fill ? 'currentColor' : 'none'} />
    </button>
  )
}
