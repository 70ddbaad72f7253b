// A student's part of a roll call: four digits of the screen, or the QR code that opened the page; then that they are noted, and since when.
import { CircleCheck, Clock, QrCode as QrIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { time } from '../../../ui/format.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Spinner } from '../../../ui/progress.tsx'
import type { ClassState } from '../queries.ts'
import { callIn, type Code, sendClaim } from './claim.ts'

const digits = 4

export function ClaimView({ session }: { session: ClassState }) {
  const t = useTexts('inclass')
  const { roll_call, mine, can } = session
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const claim = async (rollCall: string, code: Code) => {
    setBusy(true)
    setProblem('')
    try {
      const { state } = await sendClaim(session.id, rollCall, code)
      toast({ text: t(`noted.${state}`) })
    } catch (error) {
      const { code: why = '', params = {} } = error instanceof CallFailed ? error.problem : {}
      // after the last try the page says what to do
      if (params.left !== 0) setProblem(why === 'forbidden' ? t('claimsOfStudents') : problemText(error))
      setTyped('')
    } finally {
      setBusy(false)
    }
  }
  useScanned((qr) => void claim(callIn(qr), { qr }))
  if (busy && !typed)
    return (
      <Panel>
        <Spinner size={36} />
        <p role="status">{t('claiming')}</p>
      </Panel>
    )
  if (mine.attendance) return <Noted {...mine.attendance} />
  if (!roll_call)
    return (
      <Panel>
        {problem && <Problem text={problem} />}
        <p className="text-text-2">{t('noCall')}</p>
      </Panel>
    )
  const { id, ways } = roll_call
  const takesNumber = ways.includes('number')
  return (
    <Panel>
      <h2 className="font-title text-day font-bold">{t('areYouHere')}</h2>
      {!can.take_part ? (
        <p className="text-text-2">{t('claimsOfStudents')}</p>
      ) : takesNumber && mine.left > 0 ? (
        <form
          className="flex flex-col items-center gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.length === digits && !busy) void claim(id, { number: typed })
          }}
        >
          <CodeField
            label={t('numberOnScreen')}
            digits
            length={digits}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setProblem('')
            }}
            onComplete={(number) => void claim(id, { number })}
            off={busy}
            error={problem || undefined}
            help={mine.left < 3 ? t('triesLeft', { count: mine.left }) : undefined}
            autoFocus
          />
          <Button type="submit" variant="primary" size="lg" full busy={busy}>
            {t('iAmHere')}
          </Button>
          {ways.includes('qr') && <OrScan />}
        </form>
      ) : (
        <>
          {problem && <Problem text={problem} />}
          {takesNumber && (
            <p role="status" className="font-medium">
              {t('noTries')}
            </p>
          )}
          {ways.includes('qr') ? <OrScan /> : !takesNumber && <p className="text-text-2">{t('byHandOnly')}</p>}
        </>
      )}
    </Panel>
  )
}

const Panel = ({ children }: { children: React.ReactNode }) => (
  <section className="flex flex-1 flex-col items-center justify-center gap-4 rounded-panel bg-accent-soft px-4 py-12 text-center">
    {children}
  </section>
)

const Problem = ({ text }: { text: string }) => (
  <Banner tone="warn" urgent>
    {text}
  </Banner>
)

function OrScan() {
  const t = useTexts('inclass')
  return (
    <p className="flex items-center gap-2 text-text-2">
      <QrIcon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      {t('orScan')}
    </p>
  )
}

function Noted({ state, at }: NonNullable<ClassState['mine']['attendance']>) {
  const t = useTexts('inclass')
  const Icon = state === 'present' ? CircleCheck : Clock
  return (
    <Panel>
      <Icon aria-hidden size={56} strokeWidth={1.5} className="text-accent" />
      <div role="status">
        <h2 className="font-title text-day font-bold">{t(`noted.${state}`)}</h2>
      </div>
      <p className="tabular text-text-2">{t('notedAt', { time: time(at) })}</p>
    </Panel>
  )
}

/** Claims once by the QR text with which the page was opened, and takes it out of the history, so that no reload claims by an old one. */
function useScanned(claim: (qr: string) => void): void {
  const { state } = useLocation()
  const go = useNavigate()
  const qr = (state as { qr?: string } | null)?.qr
  const taken = useRef<string>(undefined)
  const latest = useRef({ claim, go })
  latest.current = { claim, go }
  useEffect(() => {
    if (qr === undefined || taken.current === qr) return
    taken.current = qr
    void latest.current.go({ search: '?tool=roll_call' }, { replace: true, state: null })
    latest.current.claim(qr)
  }, [qr])
}
