// The saved answers of an exam, in numbers and times, and the state without a connection.
import { CircleAlert, CircleCheck, HardDrive, WifiOff } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { sentences, timeWithSeconds } from '../../../ui/format.ts'
import type { Taking } from './use-taking.ts'

/** `copied`: the exam has a copy on this device, and so many pictures are not in it. */
export function SavingCard({ taking, timed, copied }: { taking: Taking; timed: boolean; copied: number | undefined }) {
  const t = useTexts('exam')
  const states = [...taking.slots.values()].map(({ state }) => state)
  const saved = states.flatMap((state) => (state.kind === 'saved' ? [state.at] : []))
  const waiting = states.flatMap((state) => (state.kind === 'device' ? [state.at] : state.kind === 'saving' ? [Date.now()] : []))
  const refused = states.filter(({ kind }) => kind === 'refused' || kind === 'late').length
  return (
    <section aria-label={t('savingTitle')} className="surface-card space-y-2 p-4 text-small">
      <h2 className="text-section font-semibold">{t('savingTitle')}</h2>
      <p className="tabular flex items-center gap-2 text-text-2">
        <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ok" />
        <span className="flex-1">{t('savedCount', { count: saved.length })}</span>
        {saved.length > 0 && timeWithSeconds(Math.max(...saved))}
      </p>
      {waiting.length > 0 && (
        <p className="tabular flex items-center gap-2 text-warn-text">
          <HardDrive aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          <span className="flex-1">{t('waitingCount', { count: waiting.length })}</span>
          {timeWithSeconds(Math.max(...waiting))}
        </p>
      )}
      {refused > 0 && (
        <p className="tabular flex items-center gap-2 text-bad-text">
          <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {t('refusedCount', { count: refused })}
        </p>
      )}
      {copied !== undefined && (
        <p className="flex gap-2 text-text-2">
          <WifiOff aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
          <span className="flex-1">{sentences(t('copied'), copied > 0 && t('copiedWithout', { count: copied }))}</span>
        </p>
      )}
      {timed && (
        <p className="border-t border-line pt-2 text-text-2">
          {taking.offline === undefined ? t('savingText') : t('offlineEnd', { time: timeWithSeconds(taking.deadline) })}
        </p>
      )}
    </section>
  )
}
