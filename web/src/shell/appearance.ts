// Changes of language, theme, density and time zone, from the account menu, the command palette and the settings: applied at once, saved, and
// reverted when saving fails.
import { type CallInput, call } from '../client.ts'
import { changeLocale, localeOf, type Locale } from '../i18n.ts'
import { problemText } from '../parts/base/errors/problem-text.ts'
import { queryClient } from '../queries.ts'
import { type Session, sessionQuery } from '../session/session.ts'
import { showDensity, showTheme } from '../device/theme.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { setZone } from '../ui/zone.ts'

type Settings = Session['user']['settings']

function apply(settings: Settings) {
  queryClient.setQueryData<Session | null>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: { ...session.user, settings } },
  )
  showTheme(settings.theme)
  showDensity(settings.density)
  setZone(settings.time_zone)
  void changeLocale(settings.locale ?? navigator.languages.map(localeOf).find((locale): locale is Locale => Boolean(locale)) ?? 'en')
}

export type SettingChanges = CallInput<'PUT /api/user/settings'>['body']

/** Throws what saving threw, once the previous settings are back. */
export async function saveSettings(changes: SettingChanges) {
  const previous = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)?.user.settings
  if (!previous) return
  apply({ ...previous, ...changes })
  try {
    apply({ ...previous, ...(await call('PUT /api/user/settings', { body: changes })) })
  } catch (error) {
    apply(previous)
    throw error
  }
}

export const changeAppearance = (changes: SettingChanges) =>
  saveSettings(changes).catch((error: unknown) => toast({ text: problemText(error), error: true }))
