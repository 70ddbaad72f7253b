// The More menu of the phone's navigation, with the entries that do not fit it; only bottom-nav.tsx loads it.
import { ListTodo, LogOut, NotebookPen, Settings } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import type { Trigger } from '../ui/menus/loaded-trigger.tsx'
import MenuPanel from '../ui/menus/menu-panel.tsx'
import { useSignOut } from './sign-out.tsx'
import { usePlaces } from './places.ts'

export default function MoreMenu({ trigger }: { trigger: Trigger }) {
  const t = useTexts('shell')
  const places = usePlaces()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { ask, confirmation } = useSignOut()
  const linkTo = (to: string) => ({ href: to, onSelect: () => void navigate(to), ...(pathname === to && { current: true }) })
  const otherPlaces = places.filter((place) => !place.phone)
  return (
    <>
      <MenuPanel
        trigger={trigger}
        groups={[
          {
            items: [
              { label: t('todo'), icon: ListTodo, ...linkTo(paths.todo()) },
              { label: t('notes'), icon: NotebookPen, ...linkTo(paths.notes()) },
              ...otherPlaces.map((place) => ({ label: t(place.key), icon: place.icon, ...linkTo(place.to) })),
            ],
          },
          {
            items: [
              { label: t('settings'), icon: Settings, ...linkTo(paths.settings()) },
              { label: t('signOut'), icon: LogOut, onSelect: () => void ask(), action: 'session.out' as const },
            ],
          },
        ]}
      />
      {confirmation}
    </>
  )
}
