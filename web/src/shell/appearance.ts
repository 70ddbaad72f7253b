// Changes of language, theme and density from the account menu: applied at once, saved, and reverted with a message when saving fails.
import { type CallInput, call } from '../client.ts'
import { changeLocale, localeOf, type Locale } from '../i18n.ts'
import { problemText } from '../parts/errors/problem-text.ts'
import { queryClient } from '../queries.ts'
import { type Session, sessionQuery } from '../session.ts'
import { showDensity, showTheme } from '../theme.ts'
import { toast } from '../ui/toast.tsx'

type Settings = Session['user']['settings']

function apply(settings: Settings) {
  queryClient.setQueryData<Session | null>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: { ...session.user, settings } },
  )
  showTheme(settings.theme)
  showDensity(settings.density)
  void changeLocale(settings.locale ?? navigator.languages.map(localeOf).find((locale): locale is Locale => Boolean(locale)) ?? 'en')
}

export async function changeAppearance(changes: CallInput<'PUT /api/user/settings'>['body']) {
  const previous = queryClient.getQueryData<Session | null>(sessionQuery.queryKey)?.user.settings
  if (!previous) return
  apply({ ...previous, ...changes })
  try {
    apply({ ...previous, ...(await call('PUT /api/user/settings', { body: changes })) })
  } catch (error) {
    apply(previous)
    toast({ text: problemText(error), error: true })
  }
}
