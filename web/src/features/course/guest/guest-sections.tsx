// The content of a course for guests: sections of modules or weeks, with the way to what is open.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime, near } from '../../../ui/format.ts'

export type GuestSection = { key: string; heading: ReactNode; activities: readonly ActivityRow[] }

export function GuestSections({ sections }: { sections: readonly GuestSection[] }) {
  const t = useTexts('course-page')
  return (
    <div className="space-y-3.5">
      {sections.map(({ key, heading, activities }) => (
        <section key={key} className="surface-card overflow-hidden">
          <h2 className="px-3.5 py-2.5 text-section font-semibold">{heading}</h2>
          <ul className="border-t border-line">
            {activities.length === 0 && <li className="px-3.5 py-3 text-small text-text-3">{t('emptyModule')}</li>}
            {activities.map((activity) => (
              <Line key={activity.id} activity={activity} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Line({ activity }: { activity: ActivityRow }) {
  const t = useTexts('course-page')
  const say = useTexts('kinds')
  const { icon, tone, about } = definitionOf(activity.type)
  const { is_locked: locked, availability, start_time: start, end_time: end } = activity
  const open = !locked && availability === 'open'
  const closed = locked
    ? say('locked')
    : availability === 'notStarted'
      ? start && t('opens', { when: near(start) })
      : end && t('ended', { when: dateTime(end) })
  return (
    <li
      className={classes(
        'relative flex min-h-(--row) items-center gap-3 px-3.5 py-1.5 not-last:border-b not-last:border-line',
        open && 'hover:bg-hover',
      )}
    >
      <Tile tone={open ? tone : 'neutral'} icon={icon} />
      <div className="min-w-0 flex-1">
        {open ? (
          <Link
            to={activityHref(activity)}
            className="stretched block text-body after:focus-visible:outline-2 after:focus-visible:-outline-offset-2"
          >
            {activity.title}
          </Link>
        ) : (
          <p className="text-body text-text-2">{activity.title}</p>
        )}
        <p className="text-caption text-text-3">{about(activity, say)}</p>
      </div>
      {!open && closed && <span className="shrink-0 text-small text-text-2">{closed}</span>}
    </li>
  )
}
