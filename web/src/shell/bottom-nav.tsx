// The phone's navigation: 72 px and the safe area; at most four places and the inbox.
import { Bell } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useMe } from '../session.ts'
import { classes } from '../ui/class-names.ts'
import { CountBadge } from '../ui/icon-button.tsx'
import { useUnread } from './bell.tsx'
import { isHere, places } from './places.ts'

export function BottomNav() {
  const t = useTexts('shell')
  const me = useMe()
  const { pathname } = useLocation()
  const unread = useUnread()
  const entries = [
    ...places
      .filter((place) => !place.teachers || me.mayTeach)
      .map((place) => ({ ...place, label: t(place.key), current: isHere(place, pathname), count: 0 })),
    { key: 'inbox', to: paths.notifications(), icon: Bell, label: t('inbox'), current: pathname === paths.notifications(), count: unread },
  ]
  return (
    <nav
      aria-label={t('places')}
      className="fixed inset-x-0 bottom-0 z-(--z-index-shell) flex h-(--nav) items-start border-t border-line bg-surface pt-2 tablet:hidden [@media(max-height:400px)]:static"
    >
      {entries.map(({ key, to, icon: Icon, label, current, count }) => (
        <Link key={key} to={to} aria-current={current ? 'page' : undefined} className="flex min-w-0 flex-1 flex-col items-center gap-1">
          <span
            className={classes(
              'relative flex h-7 w-[52px] items-center justify-center rounded-full',
              current ? 'bg-accent-soft text-accent-text' : 'text-text-2',
            )}
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
            <CountBadge count={count} />
          </span>
          <span
            aria-hidden={count > 0}
            className={classes('max-w-full truncate px-1 text-caption font-medium', current ? 'text-accent-text' : 'text-text-2')}
          >
            {label}
          </span>
          {count > 0 && <span className="screen-reader">{t('inboxUnread', { count })}</span>}
        </Link>
      ))}
    </nav>
  )
}
