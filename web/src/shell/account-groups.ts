// The entries of the account menu, which the command palette has too: organisations, appearance, density, language.
import { Monitor, Moon, Rows2, Rows3, Rows4, Sun } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { localeNames, locales, useTexts } from '../i18n.ts'
import { startPage, switchOrg, useMe } from '../session/session.ts'
import type { MenuItem } from '../ui/menus/menu-groups.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { changeAppearance } from './appearance.ts'

const themes = [
  { value: 'system', icon: Monitor, key: 'themeSystem' },
  { value: 'light', icon: Sun, key: 'themeLight' },
  { value: 'dark', icon: Moon, key: 'themeDark' },
] as const
const densities = [
  { value: 'compact', icon: Rows4, key: 'compact' },
  { value: 'default', icon: Rows3, key: 'comfortable' },
  { value: 'touch', icon: Rows2, key: 'large' },
] as const

type AccountGroup = {
  name: 'organisation' | 'theme' | 'density' | 'language'
  heading: string
  items: (MenuItem & { theme?: (typeof themes)[number]['key'] })[]
}

export function useAccountGroups(): AccountGroup[] {
  const t = useTexts('shell')
  const me = useMe()
  const navigate = useNavigate()
  const { settings } = me
  const { memberships } = me.session
  const openOrg = (id: string, name: string) => {
    if (!switchOrg(id)) return
    toast({ text: t('switched', { name }) })
    navigate(startPage(me.session))
  }
  return [
    {
      name: 'organisation',
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
      name: 'theme',
      heading: t('theme'),
      items: themes.map(({ value, icon, key }) => ({
        label: t(key),
        theme: key,
        icon,
        current: settings.theme === value,
        onSelect: () => void changeAppearance({ theme: value }),
      })),
    },
    {
      name: 'density',
      heading: t('density'),
      items: densities.map(({ value, icon, key }) => ({
        label: t(key),
        icon,
        current: settings.density === value,
        onSelect: () => void changeAppearance({ density: value }),
      })),
    },
    {
      name: 'language',
      heading: t('language'),
      items: locales.map((locale) => ({
        label: localeNames[locale],
        lang: locale,
        current: settings.locale === locale,
        onSelect: () => void changeAppearance({ locale }),
      })),
    },
  ]
}
