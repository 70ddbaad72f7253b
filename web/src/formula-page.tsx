// The page /static/kityformula/kity_formula_editor.html: the formula editor in a window or frame of its own. It takes ?latex= or a message
// { type: 'formula.open', latex } and replies { type: 'formula.saved', latex } or { type: 'formula.closed' }; messages from and to other
// origins are ignored.
import './ui/tokens.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { localeOf, startTexts, texts, useTexts } from './i18n.ts'
import { cookieLocale, themeFromCookies } from './device/cookie-preferences.ts'
import { Button } from './ui/button.tsx'
import FormulaInput from './ui/editor/formula-input.tsx'
import { isEmptyLatex } from './ui/text/latex.ts'
import './ui/text/rich-text.css'

const client: Window | undefined = window.opener ?? (window.parent === window ? undefined : window.parent)
const reply = (message: { type: 'formula.saved'; latex: string } | { type: 'formula.closed' }) =>
  client?.postMessage(message, window.location.origin)

function FormulaPage() {
  const t = useTexts('editor')
  const [latex, setLatex] = useState(() => (new URLSearchParams(window.location.search).get('latex') ?? '').slice(0, 4000))
  const [submitted, setSubmitted] = useState(false)
  const [status, setStatus] = useState('')
  useEffect(() => {
    document.title = `${t('formula')} · Lyceum`
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin !== window.location.origin || data?.type !== 'formula.open' || typeof data.latex !== 'string') return
      setLatex(data.latex.slice(0, 4000))
      setStatus('')
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [t])
  const empty = isEmptyLatex(latex)
  const save = async () => {
    setSubmitted(true)
    if (empty) return
    if (client) {
      reply({ type: 'formula.saved', latex: latex.trim() })
      setStatus(t('sent'))
      if (window.opener) window.close()
    } else {
      await navigator.clipboard?.writeText(latex.trim())
      setStatus(t('copied'))
    }
  }
  return (
    <main className="mx-auto max-w-[640px] p-6 max-tablet:p-4">
      <h1 className="font-title text-title font-bold">{t('formula')}</h1>
      <p className="mb-4 text-body text-text-2">{t('formulaHint')}</p>
      <FormulaInput
        value={latex}
        onChange={(next) => {
          setLatex(next)
          setStatus('')
        }}
        onEnter={() => void save()}
        error={submitted && empty ? t('latexEmptyTip') : undefined}
      />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="flex-1 text-small text-ok-text">
          {status}
        </span>
        {client && (
          <Button
            variant="quiet"
            onClick={() => {
              reply({ type: 'formula.closed' })
              window.close()
            }}
          >
            {t('cancel')}
          </Button>
        )}
        <Button variant="primary" onClick={() => void save()}>
          {t(client ? 'insert' : 'copyLatex')}
        </Button>
      </div>
    </main>
  )
}

themeFromCookies()
await startTexts(localeOf(cookieLocale()) ?? navigator.languages.map((tag) => localeOf(tag)).find((locale) => locale !== undefined) ?? 'en')
await texts('editor')
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <FormulaPage />
  </StrictMode>,
)
