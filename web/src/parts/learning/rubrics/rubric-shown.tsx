// The rubric of an activity as students see it, before they hand in: what counts, and what each level asks.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { bestOf } from './points.ts'

/** Texts of the `rubrics` feature. */
export const useRubric = (activity: string, enabled = true) =>
  useQuery({ ...query('GET /api/activities/:id/rubric', { params: { id: activity }, query: {} }), staleTime: 60_000, enabled })

/** Nothing where there is none. */
export function RubricShown({ activity }: { activity: string }) {
  const t = useTexts('rubrics')
  const { data } = useRubric(activity)
  if (!data || data.criteria.length === 0) return null
  return (
    <section aria-label={t('howMarked')} className="surface-card p-5 max-tablet:p-4">
      <h2 className="text-section font-semibold">{t('howMarked')}</h2>
      <RubricLevels activity={activity} />
    </section>
  )
}

export function RubricLevels({ activity }: { activity: string }) {
  const t = useTexts('rubrics')
  const { data } = useRubric(activity)
  return (
    <ul className="divide-y divide-line">
      {data?.criteria.map((criterion) => (
        <li key={criterion.id} className="py-2.5">
          <p className="flex items-baseline justify-between gap-3 text-body font-medium">
            <span className="min-w-0 wrap-break-word">{criterion.title}</span>
            <span className="tabular shrink-0 text-small font-normal text-text-2">{t('upTo', { points: bestOf(criterion) })}</span>
          </p>
          {criterion.about && <p className="text-small text-text-2 wrap-break-word">{criterion.about}</p>}
          <ul className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-x-4 gap-y-1.5">
            {criterion.levels.map(({ id, points, title, about }) => (
              <li key={id} className="min-w-0 text-small">
                <b className="tabular font-semibold">{points}</b> <span className="wrap-break-word">{title}</span>
                {about && <span className="block text-caption text-text-2 wrap-break-word">{about}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
