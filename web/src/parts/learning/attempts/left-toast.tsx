// Sends what this device still holds of attempts, wherever the page was opened, and says what became of it.
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../../i18n.ts'
import { sentences } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { sendLeft } from './left-answers.ts'

export default function LeftToast() {
  const t = useTexts('exam')
  const say = useEffectEvent(({ saved, late, elsewhere }: { saved: number; late: number; elsewhere: boolean }) => {
    if (elsewhere || saved + late === 0) return
    toast({
      text: sentences(saved > 0 && t('leftSaved', { count: saved }), late > 0 && t('lateAnswers', { count: late })),
      stays: true,
    })
  })
  useEffect(() => {
    void sendLeft().then((found) => found.forEach(say))
  }, [])
  return null
}
