// Questions for everybody: on a phone the own hand, on the screen of the hall the number of hands that are up.
import { useQuery } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { boardOf } from '../queries.ts'
import type { ShownProps } from '../tools.ts'
import { raiseHand } from './raise.ts'

export default function ShownHands({ session, hall }: ShownProps) {
  const t = useTexts('inclass')
  const isUp = session.mine.hand_at !== null
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-4 rounded-panel bg-accent-soft px-4 py-16 text-center">
      <Hand aria-hidden size={hall ? 72 : 44} strokeWidth={1.5} className="text-accent-soft-text" />
      <h2 className={hall ? 'text-[clamp(24px,4vw,52px)] leading-tight font-semibold' : 'text-day font-semibold'}>{t('questionsNow')}</h2>
      {hall ? (
        <HandCount session={session.id} />
      ) : (
        session.can.take_part && (
          <>
            <Button variant={isUp ? 'secondary' : 'primary'} size="lg" icon={Hand} onClick={() => void raiseHand(session.id, !isUp)}>
              {t(isUp ? 'handDown' : 'handUp')}
            </Button>
            <p role="status" className="min-h-[1lh] text-text-2">
              {isUp ? t('handIsUp') : ''}
            </p>
          </>
        )
      )}
    </section>
  )
}

function HandCount({ session }: { session: string }) {
  const t = useTexts('inclass')
  const { data } = useQuery(boardOf(session))
  return <p className="text-[clamp(16px,2vw,28px)] text-text-2">{data && t('handsUp', { count: data.hands.length })}</p>
}
