// The account menu: the signed-in person, their organisations, appearance, density, language, settings, sign out. Only account-button.tsx
// loads it.
import { LogOut, Monitor, Moon, Rows2, Rows4, Settings, Sun } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { localeNames, locales, useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { switchOrg, useMe } from '../session.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Trigger } from '../ui/loaded-trigger.tsx'
import MenuPanel from '../ui/menu-panel.tsx'
import { toast } from '../ui/toast.tsx'
import { useSignOut } from './sign-out.tsx'
import { changeAppearance } from './appearance.ts'

const themes = [
  { value: 'system', icon: Monitor, key: 'themeSystem' },
  { value: 'light', icon: Sun, key: 'themeLight' },
  { value: 'dark', icon: Moon, key: 'themeDark' },
] as const
const densities = [
  { value: 'default', icon: Rows2, key: 'comfortable' },
  { value: 'compact', icon: Rows4, key: 'compact' },
] as const

export default function AccountMenu({ trigger }: { trigger: Trigger }) {
  const t = useTexts('shell')
  const me = useMe()
  const navigate = useNavigate()
  const { ask, confirmation } = useSignOut()
  const { settings } = me
  const { memberships } = me.session
  const openOrg = (id: string, name: string) => {
    if (!switchOrg(id)) return
    toast({ text: t('switched', { name }) })
    navigate(paths.home())
  }
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
          {
            heading: t('organisations'),
            items:
              memberships.length > 1
                ? memberships.map(({ org }) => ({
                    label: org.name,
                    current: org.id === me.org?.id,
                    onSelect: () => openOrg(org.id, org.name),
                  }))
                : [],
          },
          {
            heading: t('theme'),
            items: themes.map(({ value, icon, key }) => ({
              label: t(key),
              icon,
              current: settings.theme === value,
              onSelect: () => void changeAppearance({ theme: value }),
            })),
          },
          {
            heading: t('density'),
            items: densities.map(({ value, icon, key }) => ({
              label: t(key),
              icon,
              current: settings.density === value,
              onSelect: () => void changeAppearance({ density: value }),
            })),
          },
          {
            heading: t('language'),
            items: locales.map((locale) => ({
              label: localeNames[locale],
              lang: locale,
              current: settings.locale === locale,
              onSelect: () => void changeAppearance({ locale: locale }),
            })),
          },
          {
            items: [
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
