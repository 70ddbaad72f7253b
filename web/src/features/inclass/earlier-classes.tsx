// Earlier classes of a course, a page at a time, with the attendance of each: of everybody for who teaches, of oneself for students.
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { Section } from '../../parts/base/page/section.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { near, list as listed } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import type { ClassSummary } from './queries.ts'

export function EarlierClasses({ course, teaches }: { course: string; teaches: boolean }) {
  const t = useTexts('inclass')
  const list = usePaged(({ page, size }) =>
    query('GET /api/courses/:id/class-sessions', { params: { id: course }, query: { page, page_size: size } }),
  )
  return (
    <Section
      title={t('earlier')}
      aside={
        <Link to={paths.attendance(course)} className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2">
          {t(teaches ? 'attendance' : 'myAttendance')}
        </Link>
      }
    >
      <PagedList list={list} failedTitle={t('earlierFailed')} empty={<Empty title={t('noEarlier')} />}>
        {(items) => (
          <ul className="surface-card divide-y divide-line">
            {items.map((item) => (
              <li key={item.id} className="flex min-h-(--row) flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2">
                <span className="min-w-[min(200px,100%)] flex-1 font-medium wrap-break-word">
                  <bdi>{item.title}</bdi>
                </span>
                <span className="tabular text-small text-text-3">{near(item.started_at)}</span>
                <Counts item={item} />
                {teaches && item.state === 'ended' && (
                  <Link
                    to={paths.classReport(course, item.id)}
                    aria-label={t('reportOf', { title: item.title })}
                    className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2"
                  >
                    {t('tool.report')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  )
}

function Counts({ item: { attendance, mine, state } }: { item: ClassSummary }) {
  const t = useTexts('inclass')
  if (state === 'running') return <span className="text-small text-accent-text">{t('runs')}</span>
  if (attendance)
    return (
      <span className="text-small text-text-2">
        {t('counts', { present: attendance.present, late: attendance.late, absent: attendance.absent })}
      </span>
    )
  return mine.length > 0 ? <span className="text-small text-text-2">{listed(mine.map((one) => t(`state.${one}`)))}</span> : null
}
