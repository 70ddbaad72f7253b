// Button that opens the next step of a course, named after its activity.
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Link } from 'react-router-dom'
import { activityHref } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import type { Course } from '../frame/queries.ts'
import { contentFor, nextStep } from './steps.ts'

export function NextButton({ course, full = false }: { course: Course; full?: boolean }) {
  const t = useTexts('course-page')
  const { data } = useQuery(contentQuery(course.id))
  const activity = data && nextStep(contentFor(course, data))
  if (!activity) return null
  return (
    <Link
      to={activityHref(activity)}
      data-action="activity.open"
      className={`${buttonLook('primary', full ? 'lg' : 'md', full)} max-w-full`}
    >
      <Play aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <span className="truncate">
        {t(activity.state === 'rework' || activity.my.percent > 0 ? 'continueWith' : 'startWith', { title: activity.title })}
      </span>
    </Link>
  )
}
