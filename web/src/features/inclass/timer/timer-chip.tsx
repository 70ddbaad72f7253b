// The timer of the class beside its title, while another tool is shown.
import { Timer } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { clock } from '../../../ui/format.ts'
import type { ClassState } from '../queries.ts'
import { useTimerLeft } from './left.ts'

export function TimerChip({ timer }: { timer: ClassState['timer'] }) {
  const t = useTexts('inclass')
  const left = useTimerLeft(timer)
  if (left === null) return null
  return (
    <span
      role="timer"
      aria-label={t('tool.timer')}
      className="tabular inline-flex items-center gap-1.5 text-section font-semibold text-accent-text"
    >
      <Timer aria-hidden size={18} strokeWidth={1.75} />
      {clock(left)}
    </span>
  )
}
