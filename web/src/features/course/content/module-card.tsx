// Module of a course for a student: number, name, progress, and its activities, which can be collapsed.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { ActivityRow, Module } from '../../../parts/learning/course/content.ts'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import { ActivityLine } from './activity-line.tsx'
import { ModuleChip } from './module-chip.tsx'

export function ModuleCard({
  number,
  name,
  module,
  completeness: { done, total },
  activities,
  folded,
  onFold,
  next,
  offscreen,
  drawnRows,
}: {
  number: number | undefined
  name: string
  /** null: the activities without one. */
  module: Module | null
  /** Of all its activities; `activities` may be some of them. */
  completeness: { done: number; total: number }
  activities: readonly ActivityRow[]
  folded: boolean
  onFold: () => void
  next: string | undefined
  /** Below the first screen: laid out only near the viewport, until then as high as its rows. */
  offscreen: boolean
  /** Number of rows to render; the others only take their height. */
  drawnRows: number
}) {
  const t = useTexts('course-page')
  const list = useId()
  const rows = `calc(${activities.length} * var(--row))`
  const Chevron = folded ? ChevronRight : ChevronDown
  return (
    <section
      className={classes('surface-card overflow-hidden', offscreen && '[content-visibility:auto]')}
      style={offscreen ? { containIntrinsicHeight: `auto calc(42px + ${folded ? '0px' : rows})` } : undefined}
    >
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={list}
          onClick={onFold}
          className="flex min-h-10 w-full items-center gap-2.5 py-2 pr-3.5 pl-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 max-tablet:min-h-14"
        >
          <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
          {number !== undefined && (
            <span className="tabular inline-flex min-h-5 min-w-5 items-center justify-center rounded-mark bg-sunken text-caption font-semibold text-text-2 max-tablet:hidden">
              {number}
            </span>
          )}
          <span className="min-w-0 flex-1 text-section font-semibold">
            {number !== undefined && <span className="tablet:hidden">{number}. </span>}
            {name}
          </span>
          {module && <ModuleChip module={module} />}
          {total > 0 && <span className="tabular shrink-0 text-small text-text-2">{t('doneOf', { done, total })}</span>}
          {total > 0 && done === total && <StatusMark state="done" label={t('moduleDone')} size={18} />}
        </button>
      </h2>
      <ul
        id={list}
        hidden={folded}
        className="border-t border-line"
        style={drawnRows < activities.length ? { minHeight: rows } : undefined}
      >
        {activities.length === 0 && <li className="px-3.5 py-3 text-small text-text-3">{t('emptyModule')}</li>}
        {activities.slice(0, drawnRows).map((activity) => (
          <ActivityLine key={activity.id} activity={activity} current={activity.id === next} />
        ))}
      </ul>
    </section>
  )
}
