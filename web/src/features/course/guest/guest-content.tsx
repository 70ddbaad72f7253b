// A public course for a guest: what it is about, and what there is, by module or by the weeks of its plan (?view=plan), with the way to what is
// open. Whatever is not open to guests is behind the sign-in.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { guestCourse, guestQuery } from '../../../session/guest-reads.ts'
import { useTexts } from '../../../i18n.ts'
import { byModule } from '../../../parts/learning/course/content.ts'
import { GuestRefused, needsSignIn } from '../../../parts/base/sign-in/guest-refusal.tsx'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { today } from '../../../ui/dates.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { AboutCourse } from '../plan/about-course.tsx'
import { GuestSections } from './guest-sections.tsx'
import { activitiesOf, planOf, timeOf } from '../plan/plan.ts'
import { WeekHead } from '../plan/week-head.tsx'

/** `note` is the line under the title; missing: that of a visitor without a session. */
export function GuestContent({ id, note, first = 'content' }: { id: string; note?: string | null; first?: 'content' | 'plan' }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const to = useTexts('outline')
  const [search, setSearch] = useSearchParams()
  const params = { params: { id } }
  const course = useQuery(guestCourse(id))
  const content = useQuery(guestQuery('GET /api/courses/:id/content', params))
  const { data: plan } = useQuery(guestQuery('GET /api/courses/:id/syllabuses', params))
  const refused = [course.error, content.error].find(needsSignIn)
  if (refused) return <GuestRefused error={refused} />
  const failed = [course, content].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <div className="p-6 max-tablet:p-4">
        <PageTitle title={tp('course')} hidden />
        <ReadFailed title={tp('courseFailed')} error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
      </div>
    )
  if (!course.data || !content.data) return <SkeletonRows rows={6} className="m-6 max-w-[772px] max-tablet:m-4" />
  const { weeks, rest } = planOf(plan?.syllabuses ?? [], content.data)
  const views = ['content', 'plan'] as const
  const view = weeks.length === 0 ? 'content' : (views.find((one) => one === search.get('view')) ?? first)
  const modules = byModule(content.data).map(({ module, activities }) => ({
    key: module?.id ?? '',
    heading: module?.name ?? tp('noModule'),
    activities,
  }))
  const planned = [
    ...weeks.map(({ week, activities }) => ({
      key: week.id,
      heading: <WeekHead week={week} time={timeOf(week, today())} />,
      activities,
    })),
    ...(rest.length > 0 ? [{ key: '', heading: to('rest'), activities: activitiesOf(rest) }] : []),
  ]
  return (
    <div className="mx-auto w-full max-w-[820px] space-y-3.5 p-6 max-tablet:p-4">
      <div>
        <PageTitle title={course.data.name} />
        <p className="mt-1 text-small text-text-2">{note === undefined ? t('guest') : note}</p>
      </div>
      <AboutCourse text={course.data.course_outline} />
      {weeks.length > 0 && (
        <Segmented
          label={to('views')}
          value={view}
          onChange={(next) => setSearch({ view: next }, { preventScrollReset: true })}
          options={[
            { value: 'content' as const, label: tp('menu.content') },
            { value: 'plan' as const, label: to('plan') },
          ]}
        />
      )}
      {modules.length === 0 && <Empty title={tp('emptyStudent')} text={tp('emptyStudentText')} />}
      <GuestSections sections={view === 'plan' ? planned : modules} />
    </div>
  )
}
