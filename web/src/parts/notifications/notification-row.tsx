// A notification's row: event, place, time, and an action. The whole row opens its target; an unread one has a dot and a tint.
import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router-dom'
import { definitionOf } from '../../activity-types.ts'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { withParts } from '../rich-text/rich-text.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { date, dateTime, daysFromNow, time } from '../../ui/format.ts'

export type Notification = Answer<'GET /api/notifications'>['items'][number]

/** `plain` leaves out the action, where there is little room. */
export function NotificationRow({
  notification,
  onOpen,
  plain = false,
}: {
  notification: Notification
  onOpen: (notification: Notification) => void
  plain?: boolean
}) {
  const t = useTexts('notifications')
  const { payload, type } = notification
  const unread = notification.read_at === null
  const definition = definitionOf(payload.activity_type ?? '')
  const { icon, tone } = type === 'course_published' ? { icon: GraduationCap, tone: 'ok' as const } : definition
  const actionLabel =
    type === 'course_published' ? t('openCourse') : t(definition.act({ percent: 0, completed: false }) === 'watch' ? 'watch' : 'open')
  const sentence = t(type, {})
  return (
    <li
      className={classes(
        'relative flex gap-3 px-4 py-3 hover:bg-hover',
        unread && 'bg-[color-mix(in_srgb,var(--accent-soft)_55%,transparent)]',
      )}
    >
      <Tile tone={tone} icon={icon} />
      <div className="min-w-0 flex-1">
        <Link to={payload.href} onClick={() => onOpen(notification)} data-action="notification.open" className="stretched text-body">
          {unread && <span className="screen-reader">{t('isUnread')}. </span>}
          {withParts(sentence, {
            course: <b className="font-semibold">{payload.course_name}</b>,
            activity: <b className="font-semibold">{payload.activity_title}</b>,
          })}
        </Link>
        <p className="text-caption text-text-3">
          {[type === 'activity_published' ? payload.course_name : undefined, notification.sender?.name].filter(Boolean).join(' · ')}
        </p>
        {!plain && (
          <span aria-hidden className={classes('pointer-events-none mt-1.5', buttonLook('secondary', 'sm'))}>
            {actionLabel}
          </span>
        )}
      </div>
      <div className="flex flex-col items-end gap-1.5">
        <time dateTime={notification.created_at} title={dateTime(notification.created_at)} className="tabular text-caption text-text-3">
          {daysFromNow(notification.created_at) >= -1 ? time(notification.created_at) : date(notification.created_at)}
        </time>
        {unread && <span aria-hidden className="size-2 rounded-full bg-accent" />}
      </div>
    </li>
  )
}
