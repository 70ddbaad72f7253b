import { Link } from 'react-router-dom'
import { activityHref, byModule, type Content, kinds } from '../../parts/course/activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { percent } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'

/** The other activities of the same module, at the side; the open one is tinted. */
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
  const kind = useTexts('kinds')
  const group = byModule(content).find(({ activities }) => activities.some((one) => one.id === activity.id))
  if (!group) return null
  return (
    <section aria-label={t('inThisModule')}>
      <h2 className="border-b border-line px-4 py-3 text-small font-semibold">{group.module?.name ?? t('inThisModule')}</h2>
      <ul className="p-2">
        {group.activities.map((one) => {
          const here = one.id === activity.id
          const { icon, tone } = kinds[one.type]
          const closed = one.availability === 'notStarted'
          const state = one.my.completed ? 'done' : closed ? 'locked' : one.my.percent > 0 ? 'part' : 'open'
          const inner = (
            <>
              <Tile tone={closed ? 'neutral' : tone} icon={icon} size={28} onTint={here} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-small font-medium">{one.title}</span>
                <span className="block text-caption text-text-3">
                  {kind(`type.${one.type}`)}
                  {one.my.percent > 0 && one.type === 'online_video' ? ` · ${percent(one.my.percent)}` : ''}
                </span>
              </span>
              {!teaches && one.completion_criterion.kind !== 'none' && (
                <StatusMark state={state} value={one.my.percent} size={18} label={t(`mark.${state}`)} />
              )}
            </>
          )
          const look = 'flex min-h-12 items-center gap-3 rounded-tile px-2 py-1.5'
          return (
            <li key={one.id}>
              {closed ? (
                <span className={classes(look, 'text-text-2')}>{inner}</span>
              ) : (
                <Link
                  to={activityHref(one)}
                  aria-current={here ? 'page' : undefined}
                  data-action="activity.open"
                  className={classes(look, here ? 'bg-accent-soft' : 'hover:bg-hover')}
                >
                  {inner}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
