// Says what became of answers that this device still held of an attempt.
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { sentences } from '../../../ui/format.ts'
import { useLeft } from './left-answers.ts'

export function LeftLines({ attempt }: { attempt: string }) {
  const t = useTexts('exam')
  const left = useLeft(attempt)
  if (!left) return null
  const { saved, late, refused, waiting, elsewhere } = left
  return (
    <div role="status" className="space-y-2">
      {waiting > 0 && <Banner tone="warn">{sentences(t('stillHeld', { count: waiting }), t('stillHeldText'))}</Banner>}
      {saved > 0 && <Banner tone="ok">{t('leftSaved', { count: saved })}</Banner>}
      {late > 0 && <Banner tone="warn">{t(elsewhere ? 'leftAside' : 'lateAnswers', { count: late })}</Banner>}
      {refused > 0 && <Banner tone="bad">{t('refusedAnswers', { count: refused })}</Banner>}
    </div>
  )
}
