// The start of the page: language, texts, session and the first page's code load at once; then React renders.
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { recordActions } from './actions.ts'
import { CallFailed, handleCalls } from './client.ts'
import { firstPaint } from './device/deferral.ts'
import { isGone } from './device/error-text.ts'
import { reloadPage, reportFault, watchFaults } from './device/faults.ts'
import { flushDrafts } from './device/device-drafts.ts'
import { noteLoadedFiles } from './device/loaded-files.ts'
import { rememberForms } from './parts/base/drafts/resume.ts'
import { localeOf, translate, startTexts, texts } from './i18n.ts'
import { queryClient } from './queries.ts'
import { makeRouter, untilReady } from './router.ts'
import { routes } from './routes.tsx'
import {
  type Config,
  configQuery,
  endSession,
  isPageKept,
  refetchSession,
  signInAddress,
  takeEmbeddedState,
  switchOrg,
} from './session/session.ts'
import { showAccent } from './device/theme.ts'
import { Toasts, toast } from './ui/dialogs/toast.tsx'

/** A refused call is shown in its own region and is no fault of the page. */
const onCaughtError = (error: unknown) => {
  if (error instanceof CallFailed) return
  if (isGone(error)) void reloadPage()
  else reportFault(error)
  console.error(error)
}

/** Resolves once the first look is on the screen: what is replaced earlier was never painted for the browser. */
const firstLookPainted = () => Promise.race([firstPaint, new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : 100))])

async function start(app: HTMLElement, above: HTMLElement) {
  noteLoadedFiles()
  const { accentHue, accentVividness } = document.documentElement.dataset
  const accentApplied =
    accentHue && accentVividness ? showAccent({ hue: Number(accentHue), vividness: Number(accentVividness) }) : undefined
  // a page served as a static file (by the development server) carries no language
  const preferredLanguages = document.getElementById('known') ? [] : navigator.languages
  const textsReady = startTexts([...preferredLanguages, document.documentElement.lang].map(localeOf).find(Boolean) ?? 'en')
  const applyEmbeddedSession = takeEmbeddedState()
  recordActions()
  watchFaults(() => queryClient.getQueryData<Config>(configQuery.queryKey)?.release ?? '')
  await Promise.all([textsReady, accentApplied])
  applyEmbeddedSession()
  if (document.documentElement.dataset.copy !== undefined) {
    const { openCopies } = await import('./parts/learning/attempts/exam-copy.ts')
    await openCopies().catch(() => {})
  }
  const router = makeRouter(routes)
  handleCalls({
    sessionEnded: () => {
      if (window.location.pathname === '/login' || isPageKept()) return
      const address = signInAddress()
      rememberForms()
      void flushDrafts().finally(() => {
        endSession()
        void router.navigate(address, { replace: true })
      })
    },
    switchOrg: (org) => {
      const name = switchOrg(org)
      if (name) toast({ text: translate('shell', 'switched', { name }) })
      return Boolean(name)
    },
    codeNeeded: () => void queryClient.invalidateQueries({ queryKey: ['GET /api/auth_code/auth_validate'] }),
    accountNeeded: () => void refetchSession(),
    beforeFailure: () => texts('errors'),
    beforeReload: flushDrafts,
    staleRead: (name, input) => {
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: [name, input] }), 1000)
    },
  })
  await Promise.all([untilReady(router), app.firstChild && firstLookPainted()])
  createRoot(app, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  createRoot(above).render(<Toasts />)
}

const app = document.getElementById('app')
const above = document.getElementById('above')
// Without them the browser is too old, and public/static/old-browser.js shows a message; or this is the page of the formula editor, which loads
// the same file. Not awaited: pages import this file, and would wait for its end.
if (app && above) void start(app, above)
