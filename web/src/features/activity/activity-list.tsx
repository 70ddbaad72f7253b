// List of the activities of one module, beside the open activity, whose row is tinted.
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import { type ActivityRow, byModule, type Content } from '../../parts/learning/course/content.ts'
import { useTexts } from '../../i18n.ts'
import { Tile } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { StatusMark } from '../../ui/progress.tsx'

const LockedDialog = laterDialog(() => import('../../parts/learning/activity-actions/locked-dialog.tsx'))

export function ActivityList({
  content,
  activity,
  teaches,
}: {
  content: Content
  activity: { id: string; module_id: string | null }
  teaches: boolean
}) {
  const t = useTexts('activity')
  const kindText = useTexts('kinds')
  const [locked, setLocked] = useState<ActivityRow>()
  const group = byModule(content).find(({ activities }) => activities.some((row) => row.id === activity.id))
  if (!group) return null
  return (
    <section aria-label={t(group.module ? 'inThisModule' : 'withoutModule')}>
      <h2 className="border-b border-line px-4 py-3 text-small font-semibold">{group.module?.name ?? t('withoutModule')}</h2>
      <ul className="p-2">
        {group.activities.map((row) => {
          const current = row.id === activity.id
          const { icon, tone, result } = definitionOf(row.type)
          // who teaches has no progress of their own
          const rework = !teaches && row.state === 'rework'
          const done = rework ? kindText('rework') : !teaches && row.my.percent > 0 && result(row, kindText)
          const closed = row.is_locked || row.availability === 'notStarted'
          const state = rework ? 'rework' : row.my.completed ? 'done' : closed ? 'locked' : row.my.percent > 0 ? 'part' : 'open'
          const inner = (
            <>
              <Tile tone={closed ? 'neutral' : tone} icon={icon} size={28} onTint={current} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-small font-medium">{row.title}</span>
                <span className="block text-caption text-text-3">
                  {kindText(`type.${row.type}`)}
                  {done ? ` · ${done}` : ''}
                </span>
              </span>
              {!teaches && (rework || row.completion_criterion.kind !== 'none') && (
                <StatusMark
                  state={state}
                  value={row.my.percent}
                  size={18}
                  label={state === 'rework' ? kindText('rework') : t(`mark.${state}`)}
                />
              )}
            </>
          )
          const look = 'flex min-h-12 items-center gap-3 rounded-tile px-2 py-1.5'
          return (
            <li key={row.id}>
              {row.is_locked && !current ? (
                <button
                  type="button"
                  {...dialogTrigger}
                  data-action="activity.locked"
                  onClick={() => setLocked(row)}
                  className={classes(look, 'w-full text-left text-text-2 hover:bg-hover')}
                >
                  {inner}
                </button>
              ) : closed ? (
                <span className={classes(look, 'text-text-2')}>{inner}</span>
              ) : (
                <Link
                  to={activityHref(row)}
                  aria-current={current ? 'page' : undefined}
                  data-action="activity.open"
                  className={classes(look, current ? 'bg-accent-soft' : 'hover:bg-hover')}
                >
                  {inner}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
      {locked && (
        <Suspense>
          <LockedDialog activity={locked} onClose={() => setLocked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
