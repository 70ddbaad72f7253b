// The result of my work, once it is released: points and their reasons, criteria, comment, reviews of others.
import { FilePenLine } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { dateTime, percent, sentences } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useSpan } from './span-text.ts'
import { whyPoints } from './why-points.ts'
import type { Assignment, MyVersion, Result } from './work-state.ts'

export function ResultCard({
  activity,
  result,
  last,
}: {
  activity: Pick<Assignment, 'id' | 'course_id'>
  result: Result
  last: MyVersion | undefined
}) {
  const t = useTexts('work')
  const span = useSpan()
  const { points, max, late_points: taken, comment, criteria, returned_at: returned, reviews, parts } = result
  const isTaken = taken !== null && Number(taken) !== 0
  const why = whyPoints(result)
  return (
    <section aria-label={t('result')} className="surface-card space-y-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section font-semibold">{t('result')}</h2>
        {returned && <p className="tabular text-small text-text-3">{t('returnedOn', { when: dateTime(returned) })}</p>}
      </div>
      {points !== null && (
        <p className="tabular font-title text-title font-bold">{max === null ? points : t('pointsOf', { points, max })}</p>
      )}
      {(isTaken || why.length > 0) && (
        <details>
          <summary className="cursor-pointer text-small font-medium">{t('whyThis')}</summary>
          <p className="tabular mt-1.5 text-small text-text-2">
            {sentences(
              ...why.map(({ key, params }) => t(key, params as never)),
              isTaken && t('takenForLate', { points: taken, span: last && last.late_seconds > 0 ? span(last.late_seconds) : '' }),
              isTaken && t('leaves', { points: points ?? '' }),
            )}
          </p>
        </details>
      )}
      {parts.length > 0 && (
        <dl aria-label={t('parts')} className="divide-y divide-line rounded-card border border-line text-small">
          {parts.map(({ part, share, points: given }) => (
            <div key={part} className="flex justify-between gap-3 px-3 py-2">
              <dt className="min-w-0 font-medium">{t(`part.${part}`)}</dt>
              <dd className="tabular shrink-0">
                {given === null
                  ? t('partMissing')
                  : sentences(t('pointsOf', { points: given, max: max ?? '' }), t('partCounts', { share: percent(Number(share)) }))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {criteria.length > 0 && (
        <ul aria-label={t('criteria')} className="divide-y divide-line rounded-card border border-line">
          {criteria.map((one) => (
            <li key={one.id} className="px-3 py-2 text-small">
              <p className="flex justify-between gap-3">
                <span className="min-w-0 font-medium">{[one.title, one.level].filter(Boolean).join(': ')}</span>
                <span className="tabular shrink-0">{t('pointsOf', { points: one.points ?? '–', max: one.max })}</span>
              </p>
              {one.comment && <p className="whitespace-pre-wrap text-text-2">{one.comment}</p>}
            </li>
          ))}
        </ul>
      )}
      {comment && (
        <div>
          <h3 className="text-body font-medium">{t('comment')}</h3>
          <RichText html={comment} size="body" />
        </div>
      )}
      {result.marks && (
        <Link to={paths.markWork(activity.course_id, activity.id)} className={buttonLook('secondary')}>
          <FilePenLine aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          {t('openMarked')}
        </Link>
      )}
      {reviews.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small font-medium">{t('reviews', { count: reviews.length })}</summary>
          <ol className="mt-2 space-y-3">
            {reviews.map((review, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: without names and in their order
              <li key={at} className="border-l-2 border-line pl-3 text-small">
                <p className="tabular font-medium">
                  {[
                    t('reviewer', { number: at + 1 }),
                    review.points !== null && max !== null && t('pointsOf', { points: review.points, max }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {review.comment && <p className="whitespace-pre-wrap">{review.comment}</p>}
                <ul className="text-text-2">
                  {Object.entries(review.criteria).map(([id, given]) => (
                    <li key={id}>
                      {[criteria.find((one) => one.id === id)?.title, given.points, given.comment].filter(Boolean).join(' · ')}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
