// The banner of a lost connection: what waits for it, and what is left to be sent when it is back. A device without a network reports it itself;
// an unreachable server shows in calls without an answer, and is polled every 5 s. Uploads go on by themselves, texts are sent by their person.
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../client.ts'
import { type UnsentForm, useConnection } from '../device/connection-state.ts'
import { useTexts } from '../i18n.ts'
import { resumeForm } from '../parts/base/drafts/resume.ts'
import { queryClient } from '../queries.ts'
import { Banner } from '../ui/marks/banner.tsx'
import { Button } from '../ui/button.tsx'
import { sentences } from '../ui/format.ts'

/** Texts of more forms than this are counted alone. */
const mostListed = 3

export function Connection() {
  const t = useTexts('shell')
  const { offline, lost, uploads, forms, late } = useConnection()
  useEffect(() => {
    if (!lost) return
    const timer = setInterval(() => {
      // An answer has set the state back to online by now; visible data may be stale.
      call('GET /d/version').then(
        () => queryClient.invalidateQueries(),
        () => {},
      )
    }, 5000)
    return () => clearInterval(timer)
  }, [lost])
  if (offline)
    return (
      <Strip>
        <Banner tone="warn" icon={WifiOff} strip urgent rank="offline">
          {sentences(
            t('offline'),
            forms.length + late.length > 0 ? t('keptTexts', { count: Math.max(forms.length, late.length) }) : t('offlineHelp'),
            uploads > 0 && t('pausedUploads', { count: uploads }),
          )}
        </Banner>
      </Strip>
    )
  if (late.length === 0) return null
  return (
    <Strip>
      <Banner
        tone="warn"
        strip
        rank="offline"
        action={
          <span className="flex flex-wrap gap-x-4">
            {late.slice(0, mostListed).map((form) => (
              <Unsent key={`${form.form} ${form.thing}`} form={form} />
            ))}
          </span>
        }
      >
        {sentences(t('online'), t('keptTexts', { count: late.length }))}
      </Banner>
    </Strip>
  )
}

/** Stays below the top bar while the page scrolls; the bars of pages stay below it. */
function Strip({ children }: { children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measured = new ResizeObserver(() => style.setProperty('--strip', `${strip.current?.offsetHeight ?? 0}px`))
    if (strip.current) measured.observe(strip.current)
    return () => {
      measured.disconnect()
      style.removeProperty('--strip')
    }
  }, [])
  return (
    <div ref={strip} className="sticky top-(--top-bar) z-(--z-index-shell) print:hidden [@media(max-height:400px)]:static">
      {children}
    </div>
  )
}

/** Sends the text of an open form, and of a closed one whose call is known; opens another one again with its draft. */
function Unsent({ form }: { form: UnsentForm }) {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const { title, send, address } = form
  const open = () => {
    resumeForm(form)
    const { pathname, search, hash } = window.location
    if (pathname + search + hash === address) window.location.reload()
    else navigate(address)
  }
  const sendOrOpen = async () => {
    if (!send || (await send()) === false) open()
  }
  return (
    <Button variant="link" onClick={() => void sendOrOpen()}>
      {send ? (title ? t('sendText', { title }) : t('send')) : title ? t('openText', { title }) : t('open')}
    </Button>
  )
}
