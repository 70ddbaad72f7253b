// The places of the top bar and the phone's bottom navigation: only those that are built.
import { BookOpen, Folder, House, type LucideIcon } from 'lucide-react'
import type { TextKey } from '../i18n.ts'
import { paths } from '../paths.ts'

type Place = {
  key: TextKey<'shell'>
  to: string
  icon: LucideIcon
  /** Other addresses of the place. */
  also?: RegExp
  /** Has its own entry below on a phone; the others are in More. */
  phone?: boolean
}

export const places: Place[] = [
  { key: 'home', to: paths.home(), icon: House, also: /^\/user\/todo$/, phone: true },
  { key: 'courses', to: paths.courses(), icon: BookOpen, also: /^\/(course\/|user\/studios$|user\/project$)/, phone: true },
  { key: 'resources', to: paths.resources(), icon: Folder, also: /^\/user\/resource-groups/ },
]

export const isHere = (place: Place, pathname: string) => pathname === place.to || Boolean(place.also?.test(pathname))
