// Content of a course for a student: modules with the state of each activity; the next step is tinted.
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { byModule, completenessOf, type Content } from '../../../parts/learning/course/content.ts'
import { moduleNumber } from '../../../parts/learning/course/module-numbers.ts'
import { usePainted } from '../../../device/deferral.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { classes } from '../../../ui/class-names.ts'
import { percent } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ActivityLine } from './activity-line.tsx'
import { offeredLists } from '../../../parts/learning/course/content-lists.ts'
import { useContentList } from './use-content-list.ts'
import { ModuleCard } from './module-card.tsx'
import { NextButton } from './next-button.tsx'
import { ProgressSide } from './progress-side.tsx'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import type { Course } from '../frame/queries.ts'
import { contentFor, nextStep, stepOf } from './steps.ts'

// after the first paint: students read the content by modules first
const ContentListChoice = lazy(() => Promise.all([import('./content-list-choice.tsx'), texts('content-lists')]).then(([module]) => module))
const ContentList = lazy(() => Promise.all([import('./content-list.tsx'), texts('course', 'content-lists')]).then(([module]) => module))

/** Pixels: what stands above the first module at least, and a module's own bar with the gap before it. */
const above = 150
const moduleBar = 55

export function StudentContent({ course }: { course: Course }) {
  const t = useTexts('course-page')
  const { data: content } = useSuspenseQuery(contentQuery(course.id))
  const data = contentFor(course, content)
  const [onlyOpen, setOnlyOpen] = useState(false)
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => completedModules(data))
  const groups = byModule(data)
  const next = nextStep(data)
  const visibleGroups = groups
    .map(({ module, activities }) => ({
      module,
      completeness: completenessOf(activities),
      activities: onlyOpen ? activities.filter((activity) => stepOf(activity) !== 'done') : activities,
    }))
    .filter(({ activities }) => !onlyOpen || activities.length > 0)
  const [firstScreen] = useState(() => firstScreenRows(groups, folded))
  const painted = usePainted()
  const [list] = useContentList()
  const offersLists = offeredLists(data.activities, false).length > 0
  const keys = groups.map(({ module }) => module?.id ?? '')
  const allOpen = keys.every((key) => !folded.has(key))
  const fold = (key: string) =>
    setFolded((current) => (current.has(key) ? new Set([...current].filter((foldedKey) => foldedKey !== key)) : new Set([...current, key])))
  const { done, total, share } = completenessOf(data.activities)

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
        {list ? (
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <ContentList
              key={list}
              course={course.id}
              list={list}
              choice={<ContentListChoice activities={data.activities} teaches={false} />}
              teaches={false}
              row={(activity) => <ActivityLine key={activity.id} activity={activity} current={activity.id === next?.id} />}
            />
          </Suspense>
        ) : groups.length === 0 ? (
          <Empty title={t('emptyStudent')} text={t('emptyStudentText')} />
        ) : (
          <>
            <div className={classes('mb-2.5 flex items-center gap-3', offersLists ? 'min-h-(--control)' : 'min-h-6 max-tablet:hidden')}>
              {offersLists && (
                <span className="w-[220px] max-tablet:w-full">
                  {painted && (
                    <Suspense>
                      <ContentListChoice activities={data.activities} teaches={false} />
                    </Suspense>
                  )}
                </span>
              )}
              {total > 0 && (
                <Checkbox
                  label={t('onlyOpen')}
                  checked={onlyOpen}
                  onChange={setOnlyOpen}
                  className="!text-small text-text-2 max-tablet:hidden"
                />
              )}
              <Button variant="link" className="ml-auto max-tablet:hidden" onClick={() => setFolded(allOpen ? new Set(keys) : new Set())}>
                {t(allOpen ? 'foldAll' : 'unfoldAll')}
              </Button>
            </div>
            <div className="space-y-3.5">
              {visibleGroups.map(({ module, completeness, activities }) => (
                <ModuleCard
                  key={module?.id ?? ''}
                  number={moduleNumber(data.modules, module?.id)}
                  name={module?.name ?? t('noModule')}
                  module={module}
                  completeness={completeness}
                  activities={activities}
                  folded={folded.has(module?.id ?? '')}
                  onFold={() => fold(module?.id ?? '')}
                  next={next?.id}
                  offscreen={!firstScreen.has(module?.id ?? '')}
                  drawnRows={painted ? activities.length : (firstScreen.get(module?.id ?? '') ?? 0)}
                />
              ))}
              {onlyOpen && visibleGroups.length === 0 && <Empty title={t('allDone')} />}
            </div>
          </>
        )}
      </div>
      <ProgressSide course={course} content={data} />
    </div>
  )
}

/** The keys of the modules in which everything is done; they begin collapsed. */
const completedModules = (content: Content): ReadonlySet<string> =>
  new Set(
    byModule(content)
      .filter(({ activities }) => activities.length > 0 && activities.every(({ my }) => my.completed))
      .map(({ module }) => module?.id ?? ''),
  )

/** The modules on the first screen, each with the number of its rows there; the rest is rendered after the first paint. */
function firstScreenRows(groups: ReturnType<typeof byModule>, folded: ReadonlySet<string>): ReadonlyMap<string, number> {
  const row = document.documentElement.dataset.density === 'compact' ? 35 : 47
  let left = window.innerHeight - above
  const rows = new Map<string, number>()
  for (const { module, activities } of groups) {
    if (left <= 0) break
    const key = module?.id ?? ''
    left -= moduleBar
    rows.set(key, folded.has(key) ? 0 : Math.max(0, Math.ceil(left / row)))
    if (!folded.has(key)) left -= activities.length * row
  }
  return rows
}
