import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byModule, type Content } from '../../parts/course/activity-kinds.ts'
import { usePainted } from '../../parts/first-paint/deferral.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { percent } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Empty } from '../../ui/states.tsx'
import { ModuleCard } from './module-card.tsx'
import { NextButton } from './next-button.tsx'
import { ProgressSide } from './progress-side.tsx'
import { type Course, contentQuery } from './queries.ts'
import { nextStep, stepOf } from './steps.ts'

/** The bars above the first module take the place of so many rows. */
const barRows = 2

/** Modules with what is done, begun, open and locked; the next step is tinted and named in the header. */
export function StudentContent({ course }: { course: Course }) {
  const t = useTexts('course')
  const { data } = useSuspenseQuery(contentQuery(course.id))
  const [onlyOpen, setOnlyOpen] = useState(false)
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => finished(data))
  const groups = byModule(data)
  const next = nextStep(data)
  const shown = groups
    .map(({ module, activities }) => ({ module, activities: onlyOpen ? activities.filter((one) => stepOf(one) !== 'done') : activities }))
    .filter(({ activities }) => !onlyOpen || activities.length > 0)
  const [first] = useState(() => firstSeen(groups, folded))
  const painted = usePainted()
  const keys = groups.map(({ module }) => module?.id ?? '')
  const allOpen = keys.every((key) => !folded.has(key))
  const fold = (key: string) => setFolded((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])))
  const { completed_count: done, activity_count: total, study_completeness: share } = data.completeness

  return (
    <div className="flex max-w-[1264px] gap-6 max-small:flex-col">
      <div className="min-w-0 flex-1">
        {total > 0 && (
          <section aria-label={t('yourProgress')} className="surface-card mb-3.5 p-4 tablet:hidden">
            <p className="flex justify-between text-small">
              <span className="font-semibold">{t('doneOf', { done, total })}</span>
              <span className="tabular text-text-3">{percent(share)}</span>
            </p>
            <ProgressBar label={t('yourProgress')} value={share} className="mt-2 mb-3" />
            <NextButton course={course} full />
          </section>
        )}
        {groups.length === 0 ? (
          <Empty title={t('emptyStudent')} text={t('emptyStudentText')} />
        ) : (
          <>
            <div className="mb-2.5 flex min-h-6 items-center justify-between gap-3 max-tablet:hidden">
              <Checkbox label={t('onlyOpen')} checked={onlyOpen} onChange={setOnlyOpen} className="!text-small text-text-2" />
              <Button variant="link" onClick={() => setFolded(allOpen ? new Set(keys) : new Set())}>
                {t(allOpen ? 'foldAll' : 'unfoldAll')}
              </Button>
            </div>
            <div className="space-y-3.5">
              {shown.map(({ module, activities }) => (
                <ModuleCard
                  key={module?.id ?? ''}
                  number={module ? data.modules.findIndex((one) => one.id === module.id) + 1 : undefined}
                  name={module?.name ?? t('noModule')}
                  activities={activities}
                  folded={folded.has(module?.id ?? '')}
                  onFold={() => fold(module?.id ?? '')}
                  next={next?.id}
                  below={!first.has(module?.id ?? '')}
                  drawn={painted ? activities.length : (first.get(module?.id ?? '') ?? 0)}
                />
              ))}
              {onlyOpen && shown.length === 0 && <Empty title={t('allDone')} />}
            </div>
          </>
        )}
      </div>
      <ProgressSide course={course} content={data} />
    </div>
  )
}

/** Modules in which all is done begin folded. */
const finished = (content: Content): ReadonlySet<string> =>
  new Set(
    byModule(content)
      .filter(
        ({ activities }) => activities.length > 0 && activities.every((one) => ['done', 'none'].includes(stepOf(one)) && one.my.completed),
      )
      .map(({ module }) => module?.id ?? ''),
  )

/** The modules that the screen shows at first, with how many of their rows: what is below comes when these have been painted. */
function firstSeen(groups: ReturnType<typeof byModule>, folded: ReadonlySet<string>): ReadonlyMap<string, number> {
  const compact = document.documentElement.dataset.density === 'compact'
  let left = Math.ceil(window.innerHeight / (compact ? 35 : 47)) - barRows
  const seen = new Map<string, number>()
  for (const { module, activities } of groups) {
    if (left <= 0) break
    const key = module?.id ?? ''
    left -= 1
    seen.set(key, folded.has(key) ? 0 : left)
    if (!folded.has(key)) left -= activities.length
  }
  return seen
}
