// Below a questionnaire, for who teaches: its questions, and its answers as they come.
import { useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { countOf } from '../../parts/learning/questions/paper-draft.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import Results from './results.tsx'

export default function QuestionnaireWork({ activity }: { activity: Activity }) {
  const t = useTexts('questionnaire')
  const e = useTexts('exam-work')
  const { id, course_id: course, published } = activity
  const { data } = useQuery(query('GET /api/activities/:id/paper', { params: { id } }))
  if (!data) return <SkeletonRows rows={2} />
  const count = countOf(data.sections.map((section) => ({ entries: section.entries.map((entry) => ({ ...entry, key: '' })) })))
  return (
    <div className="space-y-3.5 pt-1">
      <section aria-label={t('questions')} className="surface-card flex flex-wrap items-center gap-x-4 gap-y-2 p-5 max-tablet:p-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-section font-semibold">{t('questions')}</h2>
          <p className="text-body text-text-2">{count === 0 ? t('noQuestionsYet') : e('paperCount', { count })}</p>
        </div>
        <Link to={paths.activityQuestions(course, id)} className={buttonLook(count === 0 ? 'primary' : 'secondary')}>
          <SquarePen aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {t('writeQuestions')}
        </Link>
      </section>
      {published && count > 0 && <Results activity={activity} teaches />}
    </div>
  )
}
