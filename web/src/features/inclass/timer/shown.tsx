// The timer for everybody.
import { useTexts } from '../../../i18n.ts'
import type { ShownProps } from '../tools.ts'
import { Dial } from './dial.tsx'

export default function ShownTimer({ session, hall }: ShownProps) {
  const t = useTexts('inclass')
  return (
    <section aria-label={t('tool.timer')} className="flex flex-1 flex-col justify-center">
      {session.timer ? <Dial timer={session.timer} large={hall} /> : <p className="py-16 text-center text-text-2">{t('noTimer')}</p>}
    </section>
  )
}
