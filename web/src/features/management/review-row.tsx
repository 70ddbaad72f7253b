// A course that waits for its review: what it is, who teaches it, and the two decisions.
import { Check, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { coverOf } from '../../parts/learning/course/cover.ts'
import { CourseCover } from '../../ui/marks/course-cover.tsx'
import { useMe } from '../../session/session.ts'
import { date, list } from '../../ui/format.ts'
import type { ReviewedCourse } from './queries.ts'
import type { Reviewing } from './use-reviewing.tsx'

export function ReviewRow({ course, reviewing }: { course: ReviewedCourse; reviewing: Reviewing }) {
  const t = useTexts('management')
  const mayReview = useMe().may('course.review')
  const { id, name, display_name, course_code, department, instructors, updated_at, returned } = course
  const label = useId()
  const shown = display_name || name
  const facts = [
    course_code,
    department?.name,
    list(instructors.slice(0, 3).map((teacher) => teacher.name)),
    t('changed', { date: date(updated_at) }),
  ]
  return (
    <div className="flex items-center gap-3 px-3.5 py-2.5 max-tablet:flex-wrap">
      <CourseCover small {...coverOf(course)} className="size-9 shrink-0 rounded-tile" />
      <div className="min-w-0 flex-1 max-tablet:basis-[calc(100%-60px)]">
        <Link
          id={label}
          to={paths.content(id)}
          data-action="course.open"
          title={shown}
          className="line-clamp-2 text-body font-medium break-words hover:underline"
        >
          {shown}
        </Link>
        <p className="text-caption break-words text-text-3">{facts.filter(Boolean).join(' · ')}</p>
        {returned && (
          <p className="mt-0.5 text-small break-words text-text-2">
            {t('returnedBecause', { reason: returned.reason, name: returned.by, date: date(returned.at) })}
          </p>
        )}
      </div>
      {mayReview && (
        <div className="flex shrink-0 gap-2 max-tablet:ml-[48px]">
          <Button icon={Check} busy={reviewing.busy === id} aria-describedby={label} onClick={() => reviewing.agree(course)}>
            {t('agree')}
          </Button>
          <Button icon={Undo2} variant="quiet" aria-describedby={label} onClick={() => reviewing.sendBack(course)}>
            {t('sendBack')}
          </Button>
        </div>
      )}
    </div>
  )
}
