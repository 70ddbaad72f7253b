// The bar of actions on the selected files, at the foot of the page.
import { type LucideIcon, X } from 'lucide-react'
import { useTexts } from '../../i18n.ts'

const buttonClasses = '!text-canvas hover:!bg-[color-mix(in_srgb,var(--inverse)_82%,var(--canvas))]'
export type BulkAction = { label: string; icon: LucideIcon; run: () => void }

export function SelectionBar({ count, acts, onClear }: { count: number; acts: readonly BulkAction[]; onClear: () => void }) {
  const t = useTexts('upload')
  return (
    <div
      role="toolbar"
      data-foot
      aria-label={t('batch')}
      className="on-inverse rise fixed inset-x-0 bottom-[calc(var(--nav)+14px)] z-(--z-index-tray) mx-auto flex w-fit max-w-[calc(100vw-16px)] items-center gap-1 max-tablet:flex-wrap max-tablet:justify-center rounded-panel bg-inverse px-3 py-1.5 text-canvas shadow-float"
    >
      <span className="tabular px-1.5 text-body font-semibold whitespace-nowrap" aria-live="polite">
        {t('selected', { count })}
      </span>
      <span aria-hidden className="mx-1.5 h-6 w-px bg-[color-mix(in_srgb,var(--inverse)_70%,var(--canvas))]" />
      {acts.map(({ label, icon: Icon, run }) => (
        <button
          key={label}
          type="button"
          onClick={run}
          className={`inline-flex min-h-(--control) shrink-0 items-center gap-1.5 rounded-control px-2.5 text-body font-medium whitespace-nowrap ${buttonClasses}`}
        >
          <Icon aria-hidden size={16} strokeWidth={1.75} />
          {label}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('clearChoice')}
        onClick={onClear}
        className={`inline-flex size-(--control) shrink-0 items-center justify-center rounded-control ${buttonClasses}`}
      >
        <X aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </div>
  )
}
