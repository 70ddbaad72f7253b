// The frame of every signed-in page: skip link, top bar, content, phone navigation, upload tray, banners. Without a session it redirects to
// the sign-in page, or shows the page in the guests' frame.
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router-dom'
import { toBrowserAddress } from '../address.ts'
import { texts, useTexts } from '../i18n.ts'
import { configQuery, sessionQuery, signInAddress } from '../session/session.ts'
import { classes } from '../ui/class-names.ts'
import { Bone } from '../ui/states.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Connection } from './connection.tsx'
import { TopBar } from './top-bar.tsx'
import { useLater } from '../device/deferral.ts'
import { useHeld } from './held.ts'
import { useUploadsNeeded } from '../parts/base/uploads/uploads-needed.ts'

const GuestFrame = lazy(() => import('./guest-frame.tsx').then((module) => ({ default: module.GuestFrame })))
const UploadTray = lazy(async () => (await Promise.all([import('../parts/base/uploads/tray.tsx'), texts('upload', 'errors')]))[0])
const Later = lazy(() => import('../later.ts').then(({ Later }) => ({ default: Later })))

export function Shell() {
  return (
    <Suspense fallback={<Waiting />}>
      <SignedIn />
    </Suspense>
  )
}

/** A skeleton of the bars, so that nothing moves when the session is loaded. */
export const Waiting = () => (
  <div className="late">
    <div className="flex h-(--bar) items-center gap-6 border-b border-line bg-surface px-5">
      <Bone className="w-24" />
      <Bone className="w-40" />
    </div>
    <div className="mx-auto max-w-[1216px] space-y-3 p-6">
      <Bone className="h-6 w-56" />
      <Bone className="w-80" />
    </div>
  </div>
)

function SignedIn() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const navigation = useNavigation()
  const location = useLocation()
  const { data: config } = useSuspenseQuery(configQuery)
  const handles = useMatches().map(({ handle }) => handle as { ownBar?: boolean; guests?: boolean; alone?: boolean } | undefined)
  // guests keep the bar of their frame
  const ownBar = session !== null && handles.some((handle) => handle?.ownBar)
  const alone = session !== null && handles.some((handle) => handle?.alone)
  const held = useHeld(session, location.pathname)
  const later = useLater()
  const uploads = useUploadsNeeded()
  const t = useTexts('shell')
  useLayoutEffect(() => {
    // what tokens.css derives from it recomputes the styles of the whole document: before they are computed for the first time
    if (ownBar || alone) document.documentElement.dataset.bars = alone ? 'none' : 'own'
    else delete document.documentElement.dataset.bars
  }, [ownBar, alone])
  if (!session)
    return config.org?.guest_preview && handles.some((handle) => handle?.guests) ? (
      <GuestFrame />
    ) : (
      <Navigate to={signInAddress()} replace />
    )
  if (alone)
    return (
      <main id="main" data-at={toBrowserAddress(location)} tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
        <Outlet />
      </main>
    )
  // A button, not a link: the address's hash names the page.
  const focusMain = () => {
    const main = document.getElementById('main')
    main?.focus()
    main?.scrollIntoView()
  }
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(var(--nav)+var(--tray))]">
      <button
        type="button"
        onClick={focusMain}
        className="fixed top-2 left-2 z-(--z-index-lost) -translate-y-16 rounded-control bg-accent px-3 py-2 text-accent-on focus:translate-y-0"
      >
        {t('skip')}
      </button>
      {navigation.state === 'loading' && <div aria-hidden className="late fixed inset-x-0 top-0 z-(--z-index-lost) h-0.5 bg-accent" />}
      <TopBar className={classes(ownBar && 'max-tablet:hidden')} />
      <Connection />
      {/* The address of the shown content: while the next page loads, the address bar is ahead of it. */}
      <main id="main" data-at={toBrowserAddress(location)} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {held ? <Waiting /> : <Outlet />}
      </main>
      <BottomNav />
      {later && uploads && (
        <Suspense>
          <UploadTray />
        </Suspense>
      )}
      {later && (
        <Suspense>
          <Later />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}
