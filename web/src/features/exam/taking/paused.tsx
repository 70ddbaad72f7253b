// In place of the questions: the exam is paused for a while, or its time is over.
import { CirclePause, ClockAlert } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { sentences, timeWithSeconds } from '../../../ui/format.ts'

export function Paused() {
  const t = useTexts('exam')
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-info-line bg-info-soft px-6 py-5 text-info-text max-tablet:px-4"
    >
      <CirclePause aria-hidden size={28} strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-section font-semibold">{t('paused')}</p>
        <p className="text-body">{t('pausedText')}</p>
      </div>
    </div>
  )
}

export function TimeOver({ unsent, offline, acceptUntil }: { unsent: number; offline: boolean; acceptUntil: string }) {
  const t = useTexts('exam')
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-warn-line bg-warn-soft px-6 py-5 text-warn-text max-tablet:px-4"
    >
      <ClockAlert aria-hidden size={28} strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-section font-semibold">{t('timeOver')}</p>
        <p className="text-body">
          {sentences(
            unsent === 0 ? t('timeOverSaved') : t('timeOverUnsent', { count: unsent, time: timeWithSeconds(acceptUntil) }),
            offline && unsent > 0 && t('timeOverOffline'),
          )}
        </p>
      </div>
    </div>
  )
}
