// Uses of a question: its papers, the number of its answers and their result.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { percent } from '../../../ui/format.ts'

export function UseList({ id }: { id: string }) {
  const t = useTexts('banks')
  const { data } = useQuery(query('GET /api/questions/:id/use', { params: { id } }))
  if (!data) return null
  return (
    <section aria-label={t('use')} className="surface-card p-4">
      <h2 className="mb-1 text-body font-semibold">{t('use')}</h2>
      {data.items.length + data.templates.length === 0 ? (
        <p className="text-small text-text-2">{t('usedNowhere')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map(({ activity_id, title, course, n, answers, difficulty }) => (
            <li key={`${activity_id} ${n}`} className="py-1.5">
              <Link to={paths.activity(course.id, activity_id)} className="text-body text-accent-text underline-offset-2 hover:underline">
                {title}
              </Link>
              <span className="block text-caption text-text-2">
                {[
                  course.name,
                  t('versionN', { n }),
                  difficulty === null
                    ? answers === 0
                      ? t('noAnswers')
                      : t('answers', { count: answers })
                    : t('resultOf', { percent: percent(difficulty * 100), count: answers }),
                ].join(' · ')}
              </span>
            </li>
          ))}
          {data.templates.map(({ id, title }) => (
            <li key={id} className="py-1.5">
              <span className="text-body">{title}</span>
              <span className="block text-caption text-text-2">{t('inTemplate')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
