// The top bar: 48 px (52 on phones), mark and wordmark, places, running uploads, inbox, account.
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Brand } from '../ui/marks/brand.tsx'
import { classes } from '../ui/class-names.ts'
import { AccountButton } from './account-button.tsx'
import { Bell } from './bell.tsx'
import { useLater } from '../device/deferral.ts'
import { looks } from '../first-look/looks.ts'
import { useUploadsNeeded } from '../parts/base/uploads/uploads-needed.ts'
import { isCurrentPlace, usePlaces } from './places.ts'
import { SearchEntry } from './search-entry.tsx'

const UploadButton = lazy(() => import('./upload-button.tsx'))

export function TopBar({ className }: { className?: string }) {
  const t = useTexts('shell')
  const places = usePlaces()
  const { pathname } = useLocation()
  const later = useLater()
  const uploads = useUploadsNeeded()
  return (
    <header className={classes(looks.topBar, 'print:hidden', className)}>
      <Link to={paths.home()} aria-label={`Lyceum, ${t('home')}`} className="flex min-h-6 items-center rounded-control">
        <Brand />
      </Link>
      <nav aria-label={t('places')} className="ml-8 flex h-full max-tablet:hidden">
        {places.map((place) => {
          const current = isCurrentPlace(place, pathname)
          return (
            <Link
              key={place.key}
              to={place.to}
              aria-current={current ? 'page' : undefined}
              className={classes(
                'group relative mx-[13px] flex h-full items-center text-body font-medium first:ml-0',
                current ? 'text-text' : 'text-text-2 hover:text-text',
              )}
            >
              {t(place.key)}
              {current && <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5 bg-accent forced-colors:bg-[Highlight]" />}
            </Link>
          )
        })}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <SearchEntry />
        {later && uploads && (
          <Suspense>
            <UploadButton />
          </Suspense>
        )}
        <span className="contents max-tablet:hidden">
          <Bell />
        </span>
        <AccountButton className="ml-2 -mr-1" />
      </div>
    </header>
  )
}
