// The start: language, texts, session and the first page's code all at once; then React.
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { countActions } from './actions.ts'
import { CallFailed, handleCalls } from './client.ts'
import { isGone } from './parts/errors/error-text.ts'
import { loadAnew, tellFault, watchFaults } from './parts/errors/faults.ts'
import { flushDrafts, rememberForms } from './parts/drafts/device-drafts.ts'
import { localeOf, say, startTexts, texts } from './i18n.ts'
import { queryClient } from './queries.ts'
import { makeRouter, untilReady } from './router.ts'
import { routes } from './routes.tsx'
import { endSession, signInPlace, startKnown, switchOrg } from './session.ts'
import { showAccent } from './theme.ts'
import { Toasts, toast } from './ui/toast.tsx'

const { accentHue, accentVividness } = document.documentElement.dataset
const accentWorn = accentHue && accentVividness ? showAccent({ hue: Number(accentHue), vividness: Number(accentVividness) }) : undefined
// a page that was served as a plain file (while developing) knows no language
const asked = document.getElementById('known') ? [] : navigator.languages
const textsReady = startTexts([...asked, document.documentElement.lang].map(localeOf).find(Boolean) ?? 'en')
const tellKnown = startKnown()
countActions()
watchFaults()
await Promise.all([textsReady, accentWorn])
tellKnown()

/** A refused call is shown where it happened and is no fault of the page. */
const onCaughtError = (error: unknown) => {
  if (error instanceof CallFailed) return
  if (isGone(error)) void loadAnew()
  else tellFault(error)
  console.error(error)
}

async function start(app: HTMLElement, above: HTMLElement) {
  const router = makeRouter(routes)
  handleCalls({
    ended: () => {
      if (window.location.pathname === '/login') return
      const place = signInPlace()
      void Promise.all([rememberForms(), flushDrafts()]).finally(() => {
        endSession()
        void router.navigate(place, { replace: true })
      })
    },
    otherScope: (org) => {
      const name = switchOrg(org)
      if (name) toast({ text: say('shell', 'switched', { name }) })
      return Boolean(name)
    },
    failed: () => texts('errors'),
    leaving: flushDrafts,
    behind: (name, input) => {
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: [name, input] }), 1000)
    },
  })
  await untilReady(router)
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
// Without them the browser is too old, and public/static/old-browser.js has said so.
if (app && above) await start(app, above)
