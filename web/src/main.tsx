// The start of the page: language, texts, session and the first page's code load at once; then React renders.
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { recordActions } from './actions.ts'
import { CallFailed, handleCalls } from './client.ts'
import { isGone } from './parts/errors/error-text.ts'
import { reloadPage, reportFault, watchFaults } from './parts/errors/faults.ts'
import { flushDrafts } from './parts/drafts/device-drafts.ts'
import { rememberForms } from './parts/drafts/resume.ts'
import { localeOf, translate, startTexts, texts } from './i18n.ts'
import { queryClient } from './queries.ts'
import { makeRouter, untilReady } from './router.ts'
import { routes } from './routes.tsx'
import { endSession, isPageKept, signInAddress, takeEmbeddedState, switchOrg } from './session.ts'
import { showAccent } from './theme.ts'
import { Toasts, toast } from './ui/toast.tsx'

const { accentHue, accentVividness } = document.documentElement.dataset
const accentApplied = accentHue && accentVividness ? showAccent({ hue: Number(accentHue), vividness: Number(accentVividness) }) : undefined
// a page served as a static file (by the development server) carries no language
const preferredLanguages = document.getElementById('known') ? [] : navigator.languages
const textsReady = startTexts([...preferredLanguages, document.documentElement.lang].map(localeOf).find(Boolean) ?? 'en')
const applyEmbeddedSession = takeEmbeddedState()
recordActions()
watchFaults()
await Promise.all([textsReady, accentApplied])
applyEmbeddedSession()

/** A refused call is shown in its own region and is no fault of the page. */
const onCaughtError = (error: unknown) => {
  if (error instanceof CallFailed) return
  if (isGone(error)) void reloadPage()
  else reportFault(error)
  console.error(error)
}

async function start(app: HTMLElement, above: HTMLElement) {
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
    beforeFailure: () => texts('errors'),
    beforeReload: flushDrafts,
    staleRead: (name, input) => {
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: [name, input] }), 1000)
    },
  })
  await untilReady(router)
  // lets the browser finish painting the first look: replaced before, it would have been painted for nothing
  if (app.firstChild) await new Promise((resolve) => setTimeout(resolve))
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
// Without them the browser is too old, and public/static/old-browser.js shows a message.
if (app && above) await start(app, above)
