// Frame of the pages without a session: name and language on top, the form in the middle, the languages below, the arcade beside it.
import { ChevronDown, Languages } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { toBrowserAddress } from '../../address.ts'
import { changeLocale, currentLocale, localeNames, locales, useTexts } from '../../i18n.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { Brand } from '../../ui/marks/brand.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { Bone } from '../../ui/states.tsx'
import { Arcade } from './arcade.tsx'

export function SignedOutFrame({ page, children }: { page: string; children: ReactNode }) {
  const t = useTexts('session')
  const location = useLocation()
  return (
    <div className="grid min-h-dvh bg-surface small:grid-cols-[560px_1fr]">
      <main
        data-at={toBrowserAddress(location)}
        className="mx-auto flex w-full max-w-[440px] flex-col px-6 py-7 small:max-w-[392px] small:px-0"
      >
        <div className="flex min-h-10 flex-wrap items-center justify-between">
          <Brand large />
          <LanguageMenu label={t('language')} />
        </div>
        <div className="my-auto py-8">
          <Region
            at={page}
            skeleton={
              <div className="late space-y-4">
                <Bone className="h-7 w-48" />
                <Bone className="h-11" />
                <Bone className="h-11" />
              </div>
            }
          >
            {children}
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
