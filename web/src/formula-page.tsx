// /static/kityformula/kity_formula_editor.html: the formula editor as a page of its own, in a window or a frame of a page of ours. It takes
// ?latex= or a message { type: 'formula.open', latex } and answers { type: 'formula.saved', latex } or { type: 'formula.closed' };
// messages of other origins are neither heard nor sent.
import './ui/tokens.css'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { localeOf, startTexts, texts, useTexts } from './i18n.ts'
import { cookieLocale, themeFromCookies } from './plain-file.ts'
import { Button } from './ui/button.tsx'
import FormulaInput from './ui/formula-input.tsx'
import { isEmptyLatex } from './ui/latex.ts'
import './ui/rich-text.css'

const asker: Window | undefined = window.opener ?? (window.parent === window ? undefined : window.parent)
const tell = (message: { type: 'formula.saved'; latex: string } | { type: 'formula.closed' }) =>
  asker?.postMessage(message, window.location.origin)

function FormulaPage() {
  const t = useTexts('editor')
  const [latex, setLatex] = useState(() => (new URLSearchParams(window.location.search).get('latex') ?? '').slice(0, 4000))
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState('')
  useEffect(() => {
    document.title = `${t('formula')} · Lyceum`
    const hear = ({ origin, data }: MessageEvent) => {
      if (origin !== window.location.origin || data?.type !== 'formula.open' || typeof data.latex !== 'string') return
      setLatex(data.latex.slice(0, 4000))
      setDone('')
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [t])
  const empty = isEmptyLatex(latex)
  const save = async () => {
    setTried(true)
    if (empty) return
    if (asker) {
      tell({ type: 'formula.saved', latex: latex.trim() })
      setDone(t('sent'))
      if (window.opener) window.close()
    } else {
      await navigator.clipboard?.writeText(latex.trim())
      setDone(t('copied'))
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
          setDone('')
        }}
        onEnter={() => void save()}
        error={tried && empty ? t('latexEmptyTip') : undefined}
      />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="flex-1 text-small text-ok-text">
          {done}
        </span>
        {asker && (
          <Button
            variant="quiet"
            onClick={() => {
              tell({ type: 'formula.closed' })
              window.close()
            }}
          >
            {t('cancel')}
          </Button>
        )}
        <Button variant="primary" onClick={() => void save()}>
          {t(asker ? 'insert' : 'copyLatex')}
        </Button>
      </div>
    </main>
  )
}

themeFromCookies()
await startTexts(localeOf(cookieLocale()) ?? navigator.languages.map((tag) => localeOf(tag)).find((one) => one !== undefined) ?? 'en')
await texts('editor')
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <FormulaPage />
  </StrictMode>,
)
