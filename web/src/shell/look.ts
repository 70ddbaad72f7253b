// Language, appearance and density from the account menu: shown at once, saved, taken back with a word when it could not be saved.
import { type Asked, call } from '../client.ts'
import { changeLocale, localeOf, type Locale } from '../i18n.ts'
import { problemText } from '../parts/errors/problem-text.ts'
import { queryClient } from '../queries.ts'
import { type Session, sessionQuery } from '../session.ts'
import { showDensity, showTheme } from '../theme.ts'
import { toast } from '../ui/toast.tsx'

type Settings = Session['user']['settings']

function wear(settings: Settings) {
  queryClient.setQueryData<Session | null>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: { ...session.user, settings } },
  )
  showTheme(settings.theme)
  showDensity(settings.density)
  void changeLocale(settings.locale ?? navigator.languages.map(localeOf).find((one): one is Locale => Boolean(one)) ?? 'en')
}

export async function changeLook(changes: Asked<'PUT /api/user/settings'>['body']) {
  const before = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)?.user.settings
  if (!before) return
  wear({ ...before, ...changes })
  try {
    wear({ ...before, ...(await call('PUT /api/user/settings', { body: changes })) })
  } catch (error) {
    wear(before)
    toast({ text: problemText(error), error: true })
  }
}
