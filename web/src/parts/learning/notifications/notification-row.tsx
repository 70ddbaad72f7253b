// A notification's row: event, place, time, and an action. The whole row opens its target; an unread one has a dot and a tint.
import { Mail, MailOpen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { withParts } from '../../base/rich-text/rich-text.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { date, dateTime, daysFromNow, time } from '../../../ui/format.ts'
import { lookOf, type Notification } from './types.ts'

/** `plain` leaves out the action, where there is little room. */
export function NotificationRow({
  notification,
  onOpen,
  onMark,
  as: Row = 'li',
  plain = false,
}: {
  notification: Notification
  onOpen: (notification: Notification) => void
  /** Offers to mark it as read, or as not read. */
  onMark?: (notification: Notification) => void
  /** A row of a list, or inside of one. */
  as?: 'li' | 'div'
  plain?: boolean
}) {
  const t = useTexts('notifications')
  const { payload, count, sender } = notification
  const unread = notification.read_at === null
  const { icon, tone, text, action, link, below } = lookOf(notification)
  return (
    <Row
      className={classes(
        'relative flex gap-3 px-4 py-3 hover:bg-hover',
        unread && 'bg-[color-mix(in_srgb,var(--accent-soft)_55%,transparent)]',
      )}
    >
      <Tile tone={tone} icon={icon} />
      <div className="min-w-0 flex-1">
        <div>
          <Link to={link} onClick={() => onOpen(notification)} data-action="notification.open" className="stretched text-body">
            {unread && <span className="screen-reader">{t('isUnread')}. </span>}
            {withParts(t(text, { count }), {
              course: <bdi className="font-semibold">{payload.course?.name}</bdi>,
              title: <bdi className="font-semibold">{payload.subject.title}</bdi>,
              person: <bdi className="font-semibold">{sender?.name}</bdi>,
            })}
          </Link>
        </div>
        {below.some(Boolean) && <p className="line-clamp-2 text-caption text-text-3">{below.filter(Boolean).join(' · ')}</p>}
        {!plain && (
          <span aria-hidden className={classes('pointer-events-none mt-1.5', buttonLook('secondary', 'sm'))}>
            {t(action)}
          </span>
        )}
      </div>
      <div className="flex flex-col items-end gap-1.5">
        <time dateTime={notification.created_at} title={dateTime(notification.created_at)} className="tabular text-caption text-text-3">
          {daysFromNow(notification.created_at) >= -1 ? time(notification.created_at) : date(notification.created_at)}
        </time>
        {onMark ? (
          <IconButton
            size="sm"
            iconSize={14}
            className="relative"
            label={t(unread ? 'markRead' : 'markUnread')}
            icon={unread ? Mail : MailOpen}
            onClick={() => onMark(notification)}
          />
        ) : (
          unread && <span aria-hidden className="size-2 rounded-full bg-accent" />
        )}
      </div>
    </Row>
  )
}
