// The view of a class while no tool is shown: its title, and that everything comes by itself.
import { Presentation } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import type { ClassState } from './queries.ts'

export function Welcome({ session, hall }: { session: ClassState; hall: boolean }) {
  const t = useTexts('inclass')
  return (
    <section className="flex flex-1 flex-col items-center justify-center gap-3 rounded-panel bg-accent-soft px-4 py-16 text-center">
      <Presentation aria-hidden size={hall ? 56 : 36} strokeWidth={1.5} className="text-accent-soft-text" />
      <h2 className={classes('font-title font-bold wrap-break-word', hall ? 'text-[clamp(28px,5vw,64px)] leading-tight' : 'text-day')}>
        <bdi>{session.title}</bdi>
      </h2>
      <p className={classes('text-text-2', hall && 'text-[clamp(16px,2vw,28px)] leading-snug')}>{t(hall ? 'hallWaits' : 'waits')}</p>
    </section>
  )
}
