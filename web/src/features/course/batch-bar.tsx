import { Eye, EyeOff, FolderInput, type LucideIcon, Trash2, X } from 'lucide-react'
import type { ActivityRow, Module } from '../../activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { Menu } from '../../ui/menu.tsx'
import { deleteActivities, moveActivities, publishActivities } from './content-changes.ts'

const look = '!text-canvas hover:!bg-[color-mix(in_srgb,var(--inverse)_82%,var(--canvas))]'

/** What is done with several activities at once, below the list. */
export function BatchBar({
  course,
  picked,
  modules,
  onClear,
}: {
  course: string
  picked: readonly ActivityRow[]
  modules: readonly Module[]
  onClear: () => void
}) {
  const t = useTexts('course')
  const ids = picked.map((one) => one.id)
  const then = (done: Promise<boolean>) => void done.then((fine) => fine && onClear())
  return (
    <div
      role="toolbar"
      data-foot
      aria-label={t('batch')}
      className="on-inverse rise fixed inset-x-0 bottom-[calc(var(--nav)+14px)] z-(--z-index-tray) mx-auto flex w-fit max-w-[calc(100vw-16px)] items-center gap-1 overflow-x-auto rounded-panel bg-inverse px-3 py-1.5 text-canvas shadow-float"
    >
      <span className="tabular px-1.5 text-body font-semibold whitespace-nowrap" aria-live="polite">
        {t('selected', { count: ids.length })}
      </span>
      <span aria-hidden className="mx-1.5 h-6 w-px bg-[color-mix(in_srgb,var(--inverse)_70%,var(--canvas))]" />
      <Act icon={Eye} onClick={() => then(publishActivities(course, ids, true))}>
        {t('publish')}
      </Act>
      <Act icon={EyeOff} onClick={() => then(publishActivities(course, ids, false))}>
        {t('unpublish')}
      </Act>
      {modules.length > 0 && (
        <Menu
          trigger={{ kind: 'button', props: { children: t('move'), icon: FolderInput, variant: 'quiet', className: look } }}
          groups={[
            {
              items: modules.map((one) => ({
                label: one.name,
                onSelect: () => then(moveActivities(course, ids, { module: one.id, before: null })),
              })),
            },
          ]}
        />
      )}
      <Act
        icon={Trash2}
        onClick={() => {
          deleteActivities(
            course,
            picked.map(({ id, title }) => ({ id, title })),
          )
          onClear()
        }}
      >
        {t('delete')}
      </Act>
      <button
        type="button"
        aria-label={t('clearChoice')}
        onClick={onClear}
        className={`inline-flex size-(--control) shrink-0 items-center justify-center rounded-control ${look}`}
      >
        <X aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </div>
  )
}

const Act = ({ icon: Icon, children, onClick }: { icon: LucideIcon; children: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className={`inline-flex min-h-(--control) shrink-0 items-center gap-1.5 rounded-control px-2.5 text-body font-medium whitespace-nowrap ${look}`}
  >
    <Icon aria-hidden size={16} strokeWidth={1.75} />
    {children}
  </button>
)
