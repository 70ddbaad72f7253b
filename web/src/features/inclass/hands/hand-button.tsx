// The hand in the rail of a student, up or down: on phones at the edge of the bar, where it stays while the tools scroll.
import { Hand } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { RailButton } from '../class-frame.tsx'
import type { ClassState } from '../queries.ts'
import { raiseHand } from './raise.ts'

export function HandButton({ session: { id, mine } }: { session: ClassState }) {
  const t = useTexts('inclass')
  const isUp = mine.hand_at !== null
  return (
    <RailButton
      icon={Hand}
      text={t('hand')}
      pressed={isUp}
      onClick={() => void raiseHand(id, !isUp)}
      className={classes('max-tablet:sticky max-tablet:end-0 max-tablet:order-last', !isUp && 'max-tablet:bg-surface')}
    />
  )
}
