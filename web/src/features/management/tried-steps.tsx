// Steps of a test of what is set up at another system: each passed, failed with a reason, or not reached.
import { Check, Minus, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Section } from '../../parts/base/page/section.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Chip } from '../../ui/marks/chip.tsx'

type Step = { step: string; ok: boolean; code: string | null }
type Props = {
  title: string
  help: string
  /** Their names and labels, in their order. */
  steps: readonly { name: string; label: string }[]
  run: () => Promise<readonly Step[]>
  reasonOf: (code: string | null) => string
}

export function TriedSteps({ title, help, steps, run, reasonOf }: Props) {
  const t = useTexts('workplace')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<readonly Step[]>()
  const tryNow = async () => {
    setBusy(true)
    setDone(undefined)
    try {
      setDone(await run())
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section
      title={title}
      help={help}
      aside={
        <Button icon={Send} busy={busy} onClick={() => void tryNow()}>
          {t('runTest')}
        </Button>
      }
    >
      <ol aria-live="polite" aria-busy={busy || undefined} className="surface-card divide-y divide-line">
        {steps.map(({ name, label }) => {
          const step = done?.find((one) => one.step === name)
          return (
            <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2">
              <span className="min-w-[min(160px,100%)] flex-1">{label}</span>
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
