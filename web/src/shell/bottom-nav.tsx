// The phone's bottom navigation, 72 px and the safe area: the places, the inbox and More. Labels may take two lines, so that none is cut
// at 320 px.
import { Bell, Menu as MenuIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { classes } from '../ui/class-names.ts'
import { CountBadge } from '../ui/icon-button.tsx'
import { LoadedTrigger, onceLoaded, type Trigger } from '../ui/menus/loaded-trigger.tsx'
import { useUnread } from './bell.tsx'
import { isCurrentPlace, usePlaces } from './places.ts'

const labelClasses = 'w-full px-0.5 text-center text-[12px] leading-[14px] font-medium break-words hyphens-auto'
const menu = onceLoaded(() => import('./more-menu.tsx'))
const morePaths = [
  paths.todo(),
  paths.notes(),
  paths.resources(),
  paths.resourceGroups(),
  paths.scores(),
  paths.marking(),
  paths.settings(),
]

export function BottomNav() {
  const t = useTexts('shell')
  const places = usePlaces()
  const { pathname } = useLocation()
  const unread = useUnread()
  const phonePlaces = places.filter((place) => place.phone)
  const entries = [
    ...phonePlaces.map((place) => ({ ...place, label: t(place.key), current: isCurrentPlace(place, pathname), count: 0 })),
    { key: 'inbox', to: paths.notifications(), icon: Bell, label: t('inbox'), current: pathname === paths.notifications(), count: unread },
  ]
  const isInMore = morePaths.includes(pathname) && !entries.some(({ current }) => current)
  const trigger: Trigger = {
    kind: 'icon',
    props: {
      label: t('more'),
      icon: MenuIcon,
      iconSize: 20,
      // The click area includes the label below.
      className: classes(
        '!h-7 !w-[52px] !rounded-full !static after:absolute after:inset-0',
        isInMore && 'bg-accent-soft !text-accent-text',
      ),
    },
  }
  return (
    <nav
      aria-label={t('places')}
      className="fixed inset-x-0 bottom-0 z-(--z-index-shell) flex h-(--nav) items-start border-t border-line bg-surface pt-1.5 print:hidden tablet:hidden [@media(max-height:400px)]:static"
    >
      {entries.map(({ key, to, icon: Icon, label, current, count }) => (
        <Link
          key={key}
          to={to}
          aria-current={current ? 'page' : undefined}
          className="flex min-h-[52px] min-w-0 flex-1 flex-col items-center gap-1"
        >
          <span
            className={classes(
              'relative flex h-7 w-[52px] items-center justify-center rounded-full',
              current ? 'bg-accent-soft text-accent-text' : 'text-text-2',
            )}
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
            <CountBadge count={count} />
          </span>
          <span aria-hidden={count > 0} className={classes(labelClasses, current ? 'text-accent-text' : 'text-text-2')}>
            {label}
          </span>
          {count > 0 && <span className="screen-reader">{t('inboxUnread', { count })}</span>}
        </Link>
      ))}
      <span className="relative flex min-h-[52px] min-w-0 flex-1 flex-col items-center gap-1">
        <LoadedTrigger trigger={trigger} opens="menu" load={menu.load}>
          {() => menu.component && <menu.component trigger={trigger} />}
        </LoadedTrigger>
        <span aria-hidden className={classes(labelClasses, isInMore ? 'text-accent-text' : 'text-text-2')}>
          {t('more')}
        </span>
      </span>
    </nav>
  )
}
