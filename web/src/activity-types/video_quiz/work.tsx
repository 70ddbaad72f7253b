// Below a video quiz, for who teaches: the way to its questions.
import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { sentences } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'

export default function VideoQuizWork({ activity: { id, course_id: course } }: { activity: Activity }) {
  const t = useTexts('video-quiz')
  const e = useTexts('exam-work')
  const { data } = useQuery(query('GET /api/activities/:id/paper', { params: { id } }))
  if (!data) return <SkeletonRows rows={2} />
  const count = data.sections.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <section aria-label={t('questions')} className="surface-card flex flex-wrap items-center gap-x-4 gap-y-2 p-5 max-tablet:p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-section font-semibold">{t('questions')}</h2>
        <p className="tabular text-body text-text-2">
          {count === 0
            ? t('noQuestions')
            : sentences(e('paperCount', { count }), e('paperPoints', { count: Number(data.points), points: data.points }))}
        </p>
      </div>
      <Link to={paths.activityQuestions(course, id)} className={buttonLook(count === 0 ? 'primary' : 'secondary')}>
        <SquarePen aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t('place')}
      </Link>
    </section>
  )
}
