// The account menu: the signed-in person, their organisations, appearance, density, language, settings, sign out. Only account-button.tsx
// loads it.
import { Building2, LogOut, NotebookPen, Settings } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { useMe } from '../session/session.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import type { Trigger } from '../ui/menus/loaded-trigger.tsx'
import MenuPanel from '../ui/menus/menu-panel.tsx'
import { useAccountGroups } from './account-groups.ts'
import { useSignOut } from './sign-out.tsx'

export default function AccountMenu({ trigger }: { trigger: Trigger }) {
  const t = useTexts('shell')
  const me = useMe()
  const navigate = useNavigate()
  const { ask, confirmation } = useSignOut()
  const groups = useAccountGroups()
  return (
    <>
      <MenuPanel
        trigger={trigger}
        header={
          <div className="flex items-center gap-3 px-2.5 py-2">
            <Avatar id={me.id} name={me.name} src={me.avatar_big_url} size={36} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{me.name}</p>
              <p className="truncate text-caption text-text-3">{[me.user_no, me.org?.name].filter(Boolean).join(' · ')}</p>
            </div>
          </div>
        }
        groups={[
          ...groups,
          {
            items: [
              ...(me.session.operator
                ? [
                    {
                      label: t('installation'),
                      icon: Building2,
                      href: paths.installation(),
                      onSelect: () => navigate(paths.installation()),
                    },
                  ]
                : []),
              { label: t('notes'), icon: NotebookPen, href: paths.notes(), onSelect: () => navigate(paths.notes()) },
              { label: t('settings'), icon: Settings, href: paths.settings(), onSelect: () => navigate(paths.settings()) },
              { label: t('signOut'), icon: LogOut, onSelect: () => void ask(), action: 'session.out' as const },
            ],
          },
        ]}
      />
      {confirmation}
    </>
  )
}
