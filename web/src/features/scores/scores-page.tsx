// My results in all courses that I learn in, /score.
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ResultLine } from '../../parts/learning/scores/result-line.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { near } from '../../ui/format.ts'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { Empty } from '../../ui/states.tsx'

export default function ScoresPage() {
  const t = useTexts('scores')
  const list = usePaged(({ page, size }) => query('GET /api/my-scores', { query: { page, page_size: size } }), { size: 50 })
  return (
    <div className="mx-auto w-full max-w-[900px] p-6 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <PageTitle title={t('myScores')} className="mb-3 font-title text-title font-bold" />
      <PagedList
        list={list}
        failedTitle={t('mineFailed')}
        empty={
          <Empty title={t('noCourses')}>
            <Link to={paths.courses()} className={buttonLook('secondary')}>
              {t('toCourses')}
            </Link>
          </Empty>
        }
      >
        {(courses) => (
          <ul className="surface-card divide-y divide-line">
            {courses.map(({ course, result, final, scored, items, latest_at }) => (
              <li key={course.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover">
                <span className="min-w-[min(220px,100%)] flex-1">
                  <Link to={paths.courseScore(course.id)} className="font-medium wrap-break-word after:absolute after:inset-0">
                    {course.name}
                  </Link>
                  <span className="block text-small text-text-3">
                    {t('scoredOf', { count: scored, items })}
                    {latest_at && ` · ${t('latest', { time: near(latest_at) })}`}
                  </span>
                </span>
                <ResultLine result={result} final={final} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
