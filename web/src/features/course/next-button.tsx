import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Link } from 'react-router-dom'
import { activityHref } from '../../parts/course/activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { buttonLook } from '../../ui/button.tsx'
import { type Course, contentQuery } from './queries.ts'
import { nextStep } from './steps.ts'

/** The one thing to go on with, by name. */
export function NextButton({ course, full = false }: { course: Course; full?: boolean }) {
  const t = useTexts('course')
  const { data } = useQuery(contentQuery(course.id))
  const next = data && nextStep(data)
  if (!next) return null
  return (
    <Link to={activityHref(next)} data-action="activity.open" className={`${buttonLook('primary', full ? 'lg' : 'md', full)} max-w-full`}>
      <Play aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <span className="truncate">{t(next.my.percent > 0 ? 'continueWith' : 'startWith', { title: next.title })}</span>
    </Link>
  )
}
