// Sign-in: the school's name, a message when a session ended, the form, in a demo school its people by one click, the languages.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Languages, ChevronDown, ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeNext } from '../../address.ts'
import { call } from '../../client.ts'
import { changeLocale, currentLocale, localeNames, locales, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { Region } from '../../region.tsx'
import { configQuery, enter, type Session, sessionEnded, sessionQuery } from '../../session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Brand } from '../../ui/brand.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Bone } from '../../ui/states.tsx'
import { Arcade } from './arcade.tsx'
import { DemoPeople } from './demo-people.tsx'
import { SignInForm } from './sign-in-form.tsx'

export default function LoginPage() {
  const t = useTexts('session')
  return (
    <div className="grid min-h-dvh bg-surface small:grid-cols-[560px_1fr]">
      <main className="mx-auto flex w-full max-w-[440px] flex-col px-6 py-7 small:max-w-[392px] small:px-0">
        <div className="flex min-h-10 flex-wrap items-center justify-between">
          <Brand large />
          <LanguageMenu label={t('language')} />
        </div>
        <div className="my-auto py-8">
          <Region
            at="sign-in"
            skeleton={
              <div className="late space-y-4">
                <Bone className="h-7 w-48" />
                <Bone className="h-11" />
                <Bone className="h-11" />
              </div>
            }
          >
            <SignIn />
          </Region>
        </div>
        <ul aria-label={t('languages')} className="flex flex-wrap gap-x-3 text-caption">
          {locales
            .filter((locale) => locale !== currentLocale())
            .map((locale) => (
              <li key={locale}>
                <button
                  type="button"
                  lang={locale}
                  onClick={() => void changeLocale(locale)}
                  className="min-h-6 text-text-3 hover:text-text hover:underline"
                >
                  {localeNames[locale]}
                </button>
              </li>
            ))}
        </ul>
      </main>
      <div className="hidden small:block">
        <div className="sticky top-0 h-dvh">
          <Suspense>
            <Arcade />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

function LanguageMenu({ label }: { label: string }) {
  return (
    <Menu
      width={200}
      trigger={{
        kind: 'button',
        props: { variant: 'quiet', size: 'sm', icon: Languages, trailing: ChevronDown, children: localeNames[currentLocale()] },
      }}
      groups={[
        {
          heading: label,
          items: locales.map((locale) => ({
            label: localeNames[locale],
            lang: locale,
            current: locale === currentLocale(),
            onSelect: () => void changeLocale(locale),
          })),
        },
      ]}
    />
  )
}

function SignIn() {
  const t = useTexts('session')
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const next = safeNext(search.get('next'))
  const arrive = (entered: Session) => {
    enter(entered)
    navigate(next, { replace: true })
  }
  if (session) return <Navigate to={next} replace />
  return (
    <>
      <PageTitle title={t('title')} className="font-title text-[30px] leading-[40px] font-bold">
        {t('welcome')}
      </PageTitle>
      {config.org && <p className="text-section text-text-2">{config.org.name}</p>}
      {sessionEnded() && (
        <div className="mt-4">
          <Banner tone="info" icon={ShieldCheck}>
            {t('ended')}
          </Banner>
        </div>
      )}
      <SignInForm onDone={arrive} />
      {config.demo && config.demo_people.length > 0 && (
        <DemoPeople
          people={config.demo_people}
          onChoose={async (person) => arrive(await call('POST /api/session', { body: { demo_person: person } }))}
        />
      )}
    </>
  )
}
