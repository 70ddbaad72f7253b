// The test of the messenger as it is saved: its steps, each passed, failed with a reason, or not reached.
import { Check, Minus, Send, X } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'

type Step = Answer<'POST /api/org/workplace/test'>['steps'][number]
const steps = ['token', 'user', 'message'] as const
const reasons = ['notFound', 'time', 'connection', 'address', 'redirect', 'size', 'format'] as const

export function WorkplaceTest() {
  const t = useTexts('workplace')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<readonly Step[]>()
  const run = async () => {
    setBusy(true)
    setDone(undefined)
    try {
      setDone((await call('POST /api/org/workplace/test')).steps)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  const reasonOf = (code: string | null) => {
    const known = reasons.find((one) => one === code)
    return known ? t(`reason.${known}`) : t('reason.code', { code: code ?? '' })
  }
  return (
    <Section
      title={t('test')}
      help={t('testHelp')}
      aside={
        <Button icon={Send} busy={busy} onClick={() => void run()}>
          {t('runTest')}
        </Button>
      }
    >
      <ol aria-live="polite" aria-busy={busy || undefined} className="surface-card divide-y divide-line">
        {steps.map((name) => {
          const step = done?.find((one) => one.step === name)
          return (
            <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
              <span className="min-w-[min(160px,100%)] flex-1">{t(`step.${name}`)}</span>
              {step?.ok ? (
                <Chip tone="ok" icon={Check}>
                  {t('passed')}
                </Chip>
              ) : step ? (
                <>
                  <span className="text-small text-text-2 wrap-anywhere">{reasonOf(step.code)}</span>
                  <Chip tone="bad" icon={X}>
                    {t('failed')}
                  </Chip>
                </>
              ) : (
                <Chip tone="neutral" icon={Minus}>
                  {t(busy ? 'running' : 'notTried')}
                </Chip>
              )}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
