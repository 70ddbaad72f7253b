// A class that has ended while a student followed it: that, and their attendance in it. When the next one begins the page follows it.
import { CircleCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { query } from '../../queries.ts'
import { list } from '../../ui/format.ts'
import { ClassFrame, ToCourse } from './class-frame.tsx'
import type { ClassState } from './queries.ts'

export function EndedClass({ session, name }: { session: ClassState; name: string }) {
  const t = useTexts('inclass')
  const { data } = useQuery(query('GET /api/courses/:id/class-sessions', { params: { id: session.course_id }, query: { page_size: 1 } }))
  const mine = data?.items.find(({ id }) => id === session.id)?.mine ?? []
  return (
    <ClassFrame takesFocus course={session.course_id} name={name} meta={session.title} aside={<ToCourse course={session.course_id} />}>
      <section className="mx-auto flex w-full max-w-[560px] flex-col items-center gap-3 py-16 text-center">
        <CircleCheck aria-hidden size={40} strokeWidth={1.5} className="text-accent" />
        <h2 className="font-title text-day font-bold">{t('ended')}</h2>
        {mine.length > 0 && <p className="text-body">{t('endedMine', { states: list(mine.map((state) => t(`state.${state}`))) })}</p>}
        <p className="text-text-2">{t('endedText')}</p>
      </section>
    </ClassFrame>
  )
}
