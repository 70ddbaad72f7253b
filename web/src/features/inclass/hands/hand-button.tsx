// The hand in the rail of a student: up or down.
import { Hand } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { RailButton } from '../class-frame.tsx'
import type { ClassState } from '../queries.ts'
import { raiseHand } from './raise.ts'

export function HandButton({ session: { id, mine } }: { session: ClassState }) {
  const t = useTexts('inclass')
  const isUp = mine.hand_at !== null
  return <RailButton icon={Hand} text={t('hand')} pressed={isUp} onClick={() => void raiseHand(id, !isUp)} />
}
