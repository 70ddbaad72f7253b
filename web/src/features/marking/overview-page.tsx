// /user/marking: what waits to be marked by me in all my courses, the longest waiting first.
import { PenLine } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Tile } from '../../ui/marks/chip.tsx'
import { daysFromNow, near } from '../../ui/format.ts'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Empty } from '../../ui/states.tsx'

export default function OverviewPage() {
  const t = useTexts('marking')
  const list = usePaged(({ page, size }) => query('GET /api/marking', { query: { page, page_size: size } }))
  const total = list.data?.to_mark ?? 0
  return (
    <div className="mx-auto w-full max-w-[960px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-10 flex-wrap items-baseline gap-x-3">
        <PageTitle title={t('title')} />
        {total > 0 && <span className="tabular text-text-2">{t('worksWait', { count: total })}</span>}
      </div>
      <PagedList list={list} failedTitle={t('overviewFailed')} empty={<Empty title={t('nothingWaits')} text={t('nothingWaitsText')} />}>
        {(items) => (
          <ul className="surface-card divide-y divide-line">
            {items.map((item) => {
              const waits = -daysFromNow(item.oldest_at)
              return (
                <li key={item.activity_id} className="relative flex min-h-14 items-center gap-3 px-3.5 py-2 hover:bg-hover">
                  <Tile tone="accent" icon={PenLine} />
                  <div className="min-w-0 flex-1">
                    <Link
                      to={paths.markWork(item.course.id, item.activity_id)}
                      className="text-body font-medium wrap-break-word after:absolute after:inset-0"
                    >
                      {item.title}
                    </Link>
                    <p className="text-small text-text-2">{[item.course.name, t('oldest', { when: near(item.oldest_at) })].join(' · ')}</p>
                    <ProgressBar
                      thin
                      label={t('marked')}
                      value={item.submitted ? ((item.submitted - item.to_mark) / item.submitted) * 100 : 0}
                      className="mt-1 max-w-60"
                    />
                  </div>
                  <span className="shrink-0 text-right">
                    <span className="tabular block text-body font-semibold">
                      {t('toMarkOf', { count: item.to_mark, total: item.submitted })}
                    </span>
                    {waits > 0 && <span className="tabular block text-caption text-text-2">{t('waitsDays', { count: waits })}</span>}
                  </span>
                  <span aria-hidden className={`${buttonLook('secondary', 'sm')} max-tablet:hidden`}>
                    {t('mark')}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
