// Above the questions of an exam: no connection, an ended session, another device, no way in any more, time that was added, a hand-in that waits, the last minutes.
import { Ban, Clock, MonitorSmartphone, Send, WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import type { Question } from '../../../parts/learning/attempts/paper.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { keepPage } from '../../../session/session.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { gap, sentences, timeWithSeconds } from '../../../ui/format.ts'
import type { useCountdown } from './use-countdown.ts'
import type { Taking } from './use-taking.ts'

const SignInAgain = lazy(async () => (await Promise.all([import('../../../parts/base/sign-in/sign-in-again.tsx'), texts('session')]))[0])
const Elsewhere = lazy(() => import('./elsewhere.tsx'))

export function Notices({
  taking,
  countdown,
  timed,
  questions,
}: {
  taking: Taking
  countdown: ReturnType<typeof useCountdown>
  timed: boolean
  questions: readonly Question[]
}) {
  const t = useTexts('exam')
  const [ended, setEnded] = useState(false)
  useEffect(() => keepPage(() => setEnded(true)), [])
  const waiting = [...taking.slots.values()].filter(({ state }) => state.kind === 'device').length
  const { handIn } = taking
  return (
    <>
      <p aria-live="polite" className="screen-reader">
        {timed && countdown.warning !== undefined && t('warning', { count: countdown.warning })}
      </p>
      {handIn === 'waiting' && (
        <Banner
          strip
          urgent
          tone="warn"
          icon={Send}
          action={
            <Button size="sm" onClick={() => void taking.takeBack()}>
              {t('takeBack')}
            </Button>
          }
        >
          <b className="font-semibold">{t('handInWaits')}</b>
          {gap()}
          {timed ? t('handInWaitsText', { time: timeWithSeconds(taking.acceptUntil) }) : t('handInWaitsOpen')}
        </Banner>
      )}
      {typeof handIn === 'object' && (
        <Banner strip urgent tone="bad">
          {problemText(handIn.failed)}
        </Banner>
      )}
      {taking.offline !== undefined && handIn !== 'waiting' && (
        <Banner
          strip
          urgent
          tone="warn"
          icon={WifiOff}
          action={
            <Button size="sm" onClick={() => taking.flush()}>
              {t('tryNow')}
            </Button>
          }
        >
          <b className="font-semibold">{t('offlineSince', { time: timeWithSeconds(taking.offline) })}</b>
          {gap()}
          {sentences(t('offlineText'), waiting > 0 && t('offlineKept', { count: waiting }))}
        </Banner>
      )}
      {taking.added > 0 && (
        <Banner
          strip
          urgent
          tone="ok"
          icon={Clock}
          action={
            <Button size="sm" onClick={taking.seenAdded}>
              {t('close')}
            </Button>
          }
        >
          {t('timeAdded', { count: Math.max(1, Math.round(taking.added / 60_000)), time: timeWithSeconds(taking.deadline) })}
        </Banner>
      )}
      {timed && !taking.paused && countdown.warning !== undefined && countdown.left > 0 && (
        <Banner
          strip
          tone={countdown.warning === 1 ? 'bad' : 'warn'}
          icon={Clock}
          action={
            <Button size="sm" onClick={countdown.dismiss}>
              {t('hide')}
            </Button>
          }
        >
          {sentences(t('warning', { count: countdown.warning }), t('warningText'))}
        </Banner>
      )}
      {taking.held === 'ended' && (
        <Banner
          strip
          urgent
          tone="bad"
          icon={Ban}
          action={
            <Button size="sm" onClick={() => void taking.resume()}>
              {t('tryNow')}
            </Button>
          }
        >
          <b className="font-semibold">{t('shutOut')}</b>
          {gap()}
          {sentences(t('shutOutText'), waiting > 0 && t('shutOutKept', { count: waiting }))}
        </Banner>
      )}
      {taking.held === 'elsewhere' && (
        <Suspense>
          <Elsewhere taking={taking} questions={questions} icon={MonitorSmartphone} />
        </Suspense>
      )}
      {ended && (
        <Suspense>
          <SignInAgain
            text={t('sessionEndedText')}
            onDone={() => {
              setEnded(false)
              void taking.resume()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
