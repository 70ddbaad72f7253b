// The attempt goes on on another device: what this one still holds, which is kept beside the attempt too, and the way to go on here.
import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { deviceId } from '../../../parts/learning/attempts/device-answers.ts'
import type { Question } from '../../../parts/learning/attempts/paper.ts'
import { failureOf } from '../../../parts/learning/attempts/save-failure.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { gap } from '../../../ui/format.ts'
import type { Taking } from './use-taking.ts'

const retryAfter = 4000

export default function Elsewhere({ taking, questions, icon }: { taking: Taking; questions: readonly Question[]; icon: LucideIcon }) {
  const t = useTexts('exam')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const unsent = taking.unsent()
  const [aside, setAside] = useState(false)
  const keepAside = useEffectEvent(() =>
    taking.keepAside().then(
      () => setAside(true),
      (error: unknown) => {
        if (failureOf(error) === 'transient') setTries((n) => n + 1)
      },
    ),
  )
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => void keepAside(), tries > 0 ? retryAfter : 0)
    return () => clearTimeout(timer)
  }, [tries])
  const goOn = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await call('POST /api/activities/:id/attempts', { params: { id: taking.head.activity_id }, body: { device: deviceId() } })
      taking.reload()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Banner
        strip
        urgent
        tone="warn"
        icon={icon}
        action={
          <Button size="sm" busy={busy} onClick={() => void goOn()}>
            {t('goOnHere')}
          </Button>
        }
      >
        <b className="font-semibold">{t('elsewhere')}</b>
        {gap()}
        {failure === undefined ? t('elsewhereText') : problemText(failure)}
      </Banner>
      {unsent.length > 0 && (
        <section className="mx-auto w-full max-w-[800px] px-6 pt-5 max-tablet:px-4">
          <h2 className="text-section font-semibold">{t('stillHolds', { count: unsent.length })}</h2>
          <p className="text-small text-text-2">{t(aside ? 'stillHoldsAside' : 'stillHoldsText')}</p>
          <ul className="surface-card mt-2 divide-y divide-line">
            {unsent.map(({ slot, answer }) => {
              const question = questions.find(({ item }) => item.slot === slot)
              return question && answer && <Held key={slot} question={question} answer={answer} />
            })}
          </ul>
        </section>
      )}
    </>
  )
}

function Held({ question, answer }: { question: Question; answer: Record<string, unknown> }) {
  const t = useTexts('exam')
  const id = useId()
  return (
    <li className="p-4">
      <h3 id={id} className="mb-2 text-small font-semibold">
        {t('question', { number: question.number })}
      </h3>
      <QuestionView item={question.item} labelledBy={id} answer={answer} />
    </li>
  )
}
