// The places of the top bar and of the phone's bottom navigation: those that are built.
import { BookOpen, Building2, CalendarDays, Folder, House, type LucideIcon, PenLine, SquareCheck } from 'lucide-react'
import type { TextKey } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useMe } from '../session/session.ts'

type NavigationPlace = {
  key: TextKey<'shell'>
  to: string
  icon: LucideIcon
  /** Other addresses of the place. */
  also?: RegExp
  /** On a phone in the bottom navigation; the other places are in More. */
  phone?: boolean
}

const places: NavigationPlace[] = [
  { key: 'home', to: paths.home(), icon: House, also: /^\/user\/todo$/, phone: true },
  {
    key: 'courses',
    to: paths.courses(),
    icon: BookOpen,
    also: /^\/(course\/|user\/courses\/deleted$|user\/studios$|user\/project$)/,
    phone: true,
  },
  { key: 'calendar', to: paths.calendar(), icon: CalendarDays, phone: true },
  { key: 'resources', to: paths.resources(), icon: Folder, also: /^\/user\/resource-groups/ },
]

const scores: NavigationPlace = { key: 'scores', to: paths.scores(), icon: SquareCheck }
const marking: NavigationPlace = { key: 'marking', to: paths.marking(), icon: PenLine }
const management: NavigationPlace = {
  key: 'manage',
  to: paths.management(),
  icon: Building2,
  also: /^\/(management(\/|$)|wg-admin\/)/,
  phone: true,
}

/** The places of this person. */
export function usePlaces(): NavigationPlace[] {
  const { manages, roles } = useMe()
  return [
    ...places,
    ...(roles.includes('student') ? [scores] : []),
    ...(roles.includes('instructor') ? [marking] : []),
    ...(manages ? [management] : []),
  ]
}

export const isCurrentPlace = (place: NavigationPlace, pathname: string) => pathname === place.to || Boolean(place.also?.test(pathname))
