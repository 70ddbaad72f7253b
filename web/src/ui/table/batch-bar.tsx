// The bar of actions on selected rows: dark, at the foot of the page; toasts and the tray stay above it.
import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'

const buttonClasses = '!text-canvas hover:!bg-[color-mix(in_srgb,var(--inverse)_82%,var(--canvas))]'
/** For the trigger of a menu in the bar. */
export const batchLook = { variant: 'quiet', className: buttonClasses } as const

export function BatchBar({
  label,
  count,
  uncounted = false,
  onClear,
  children,
}: {
  label: string
  /** The number of selected rows; with none there is no bar. */
  count: number
  /** They are more than `count`: all that fit. */
  uncounted?: boolean
  onClear: () => void
  children: ReactNode
}) {
  const t = useTexts('ui')
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      data-foot
      aria-label={label}
      className="on-inverse rise fixed inset-x-0 bottom-[calc(var(--nav)+14px)] z-(--z-index-tray) mx-auto flex w-fit max-w-[calc(100vw-16px)] items-center gap-1 rounded-panel bg-inverse px-3 py-1.5 text-canvas shadow-float"
    >
      <span className="tabular px-1.5 text-body font-semibold whitespace-nowrap" aria-live="polite">
        {uncounted ? t('selectedFitting') : t('selected', { count })}
      </span>
      <span aria-hidden className="mx-1.5 h-6 w-px shrink-0 max-tablet:hidden bg-[color-mix(in_srgb,var(--inverse)_70%,var(--canvas))]" />
      {/* one line on a phone too, so that the rows below it can be reached */}
      <div className="flex min-w-0 items-center gap-1 overflow-x-auto p-1 -my-1">{children}</div>
      <button
        type="button"
        aria-label={t('clearChoice')}
        onClick={onClear}
        className={classes('inline-flex size-(--control) shrink-0 items-center justify-center rounded-control', buttonClasses)}
      >
        <X aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </div>
  )
}

export const BatchButton = ({ icon: Icon, children, onClick }: { icon: LucideIcon; children: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className={classes(
      'inline-flex min-h-(--control) shrink-0 items-center gap-1.5 rounded-control px-2.5 text-body font-medium whitespace-nowrap',
      buttonClasses,
    )}
  >
    <Icon aria-hidden size={16} strokeWidth={1.75} />
    {children}
  </button>
)
