// The handle of a sortable row, the line at its drop position, and the announcements for screen readers.
import { GripVertical } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../class-names.ts'
import type { Sortable } from './sortable.ts'

/** Disabled without `sorting` (a filter hides some rows). */
export function SortHandle({ sorting, id, name }: { sorting: Sortable | undefined; id: string; name: string }) {
  const t = useTexts('ui')
  return (
    <button
      type="button"
      data-sort-handle
      aria-label={t('sortHandle', { name })}
      aria-disabled={!sorting || undefined}
      {...sorting?.handle(id)}
      className={classes(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-control text-text-3 pointer-coarse:size-11',
        sorting
          ? 'cursor-grab hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent-soft-text'
          : 'cursor-default opacity-40',
      )}
    >
      <GripVertical aria-hidden size={16} />
    </button>
  )
}

/** The classes of a row, which must be `relative`: tinted while it is moved, with a line at the drop position. */
export const sortClasses = (sorting: Sortable | undefined, id: string) =>
  classes(
    sorting?.lifted === id && 'bg-accent-soft',
    sorting?.dropTarget?.on === id &&
      sorting.dropTarget.edge === 'top' &&
      'before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent',
    sorting?.dropTarget?.on === id &&
      sorting.dropTarget.edge === 'bottom' &&
      'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent',
  )

export const SortLiveText = ({ sorting }: { sorting: Sortable }) => (
  <p className="screen-reader" aria-live="assertive">
    {sorting.announcement}
  </p>
)
