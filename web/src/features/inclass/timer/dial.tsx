// The dial of a timer, as large as its place: a ring that empties, and minutes and seconds.
import { useTexts } from '../../../i18n.ts'
import { clock } from '../../../ui/format.ts'
import type { ClassTimer } from './left.ts'
import { useTimerLeft } from './left.ts'

export function Dial({ timer, large }: { timer: ClassTimer; large: boolean }) {
  const t = useTexts('inclass')
  const left = useTimerLeft(timer) ?? 0
  const round = 2 * Math.PI * 46
  const share = timer.seconds > 0 ? left / timer.seconds : 0
  return (
    <div className={large ? 'relative mx-auto w-[min(70vh,100%)]' : 'relative mx-auto w-[min(300px,100%)]'}>
      <svg aria-hidden viewBox="0 0 100 100" className="block w-full -rotate-90">
        <circle cx="50" cy="50" r="46" fill="none" strokeWidth="5" className="stroke-track" />
        <circle
          cx="50"
          cy="50"
          r="46"
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={`${round * Math.min(1, share)} ${round}`}
          className={left > 0 ? 'stroke-accent' : 'stroke-transparent'}
        />
      </svg>
      <div className="@container absolute inset-0 flex flex-col items-center justify-center">
        <span role="timer" aria-label={t('tool.timer')} className="tabular text-[22cqw] leading-none font-semibold">
          {clock(left)}
        </span>
        <span role="status" className="min-h-[1lh] text-text-2">
          {left === 0 ? t('timeUp') : timer.ends_at === null ? t('halted') : ''}
        </span>
      </div>
    </div>
  )
}
