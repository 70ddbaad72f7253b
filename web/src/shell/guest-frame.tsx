// The frame of a page that guests may see: the brand and the way to the sign-in page, which leads back here.
import { lazy, Suspense } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { toBrowserAddress } from '../address.ts'
import { useTexts } from '../i18n.ts'
import { signInAddress } from '../session/session.ts'
import { Brand } from '../ui/marks/brand.tsx'
import { buttonLook } from '../ui/button.tsx'

const ReleaseCheck = lazy(() => import('../later.ts').then((later) => ({ default: later.ReleaseCheck })))

export function GuestFrame() {
  const t = useTexts('shell')
  const location = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-(--z-index-shell) flex min-h-(--bar) items-center justify-between gap-4 border-b border-line bg-surface px-5 print:hidden max-tablet:px-4 [@media(max-height:400px)]:static">
        <Brand />
        <Link to={signInAddress()} className={buttonLook('primary')}>
          {t('signIn')}
        </Link>
      </header>
      <main id="main" data-at={toBrowserAddress(location)} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <Suspense>
        <ReleaseCheck />
      </Suspense>
      <ScrollRestoration />
    </div>
  )
}
