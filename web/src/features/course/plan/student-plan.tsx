// The plan of a course for a student: week by week what there is to do, how far they are in it, and what is left from weeks before.
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { completenessOf } from '../../../parts/learning/course/content.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { paths } from '../../../paths.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { today } from '../../../ui/dates.ts'
import { percent } from '../../../ui/format.ts'
import { ProgressBar, StatusMark } from '../../../ui/progress.tsx'
import { Empty } from '../../../ui/states.tsx'
import { ActivityLine } from '../content/activity-line.tsx'
import { ModuleChip } from '../content/module-chip.tsx'
import { activitiesOf, foldedAtFirst, type PlanItem, planOf, type PlannedWeek, timeOf } from './plan.ts'
import { type Course, planQuery } from '../frame/queries.ts'
import { contentFor, nextAmong } from '../content/steps.ts'
import { WeekHead } from './week-head.tsx'

export function StudentPlan({ course }: { course: Course }) {
  const t = useTexts('outline')
  const say = useTexts('course-page')
  const content = contentFor(course, useSuspenseQuery(contentQuery(course.id)).data)
  const { data } = useSuspenseQuery(planQuery(course.id))
  const plan = planOf(data.syllabuses, content)
  const day = today()
  const [folded, setFolded] = useState(() => foldedAtFirst(plan.weeks, day))
  if (plan.weeks.length === 0)
    return (
      <Empty title={t('noPlan')} text={t('noPlanText')}>
        <Link to={paths.content(course.id)} className={buttonLook('secondary')}>
          {t('toContent')}
        </Link>
      </Empty>
    )
  const next = nextAmong(activitiesOf([...plan.weeks.flatMap(({ items }) => items), ...plan.rest]))?.id
  const { done, total, share } = completenessOf(content.activities)
  const before = completenessOf(plan.weeks.filter(({ week }) => timeOf(week, day) === 'past').flatMap(({ activities }) => activities))
  const left = before.total - before.done
  const fold = (id: string) =>
    setFolded((current) => (current.has(id) ? new Set([...current].filter((one) => one !== id)) : new Set([...current, id])))
  return (
    <>
      {total > 0 && (
        <section aria-label={say('yourProgress')} className="surface-card p-4">
          <p className="flex justify-between gap-3 text-small">
            <span className="font-semibold">{say('doneOf', { done, total })}</span>
            <span className="tabular text-text-3">{percent(share)}</span>
          </p>
          <ProgressBar label={say('yourProgress')} value={share} className="mt-2" />
          {left > 0 && <p className="mt-2 text-small text-warn-text">{t('leftBefore', { count: left })}</p>}
        </section>
      )}
      <ol className="space-y-3.5">
        {plan.weeks.map((planned) => (
          <WeekCard
            key={planned.week.id}
            planned={planned}
            today={day}
            folded={folded.has(planned.week.id)}
            onFold={() => fold(planned.week.id)}
            next={next}
          />
        ))}
      </ol>
      {plan.rest.length > 0 && (
        <section className="surface-card overflow-hidden">
          <h2 className="px-3.5 py-2.5 text-section font-semibold">{t('rest')}</h2>
          <Items items={plan.rest} next={next} />
        </section>
      )}
    </>
  )
}

function WeekCard({
  planned: { week, items, activities },
  today: day,
  folded,
  onFold,
  next,
}: {
  planned: PlannedWeek
  today: string
  folded: boolean
  onFold: () => void
  next: string | undefined
}) {
  const t = useTexts('outline')
  const say = useTexts('course-page')
  const list = useId()
  const { done, total } = completenessOf(activities)
  const time = timeOf(week, day)
  const Chevron = folded ? ChevronRight : ChevronDown
  return (
    <li className={classes('surface-card overflow-hidden', time === 'now' && 'border-accent-line')}>
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={list}
          onClick={onFold}
          className="flex min-h-10 w-full items-center gap-2.5 py-2 pr-3.5 pl-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 max-tablet:min-h-14"
        >
          <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
          <WeekHead week={week} time={time} />
          {total > 0 && <span className="tabular shrink-0 text-small text-text-2">{say('doneOf', { done, total })}</span>}
          {total > 0 && done === total && <StatusMark state="done" label={t('weekDone')} size={18} />}
        </button>
      </h2>
      <div id={list} hidden={folded}>
        {items.length === 0 ? (
          <p className="border-t border-line px-3.5 py-3 text-small text-text-3">{say('emptyModule')}</p>
        ) : (
          <Items items={items} next={next} />
        )}
      </div>
    </li>
  )
}

function Items({ items, next }: { items: readonly PlanItem[]; next: string | undefined }) {
  const say = useTexts('course-page')
  return items.map((item) => (
    <section key={item.id} aria-label={item.kind === 'module' ? item.module.name : undefined} className="border-t border-line">
      {item.kind === 'module' && (
        <h3 className="flex flex-wrap items-center gap-2 bg-sunken px-3.5 py-1.5 text-small font-semibold text-text-2">
          {item.module.name}
          <ModuleChip module={item.module} />
        </h3>
      )}
      {item.kind === 'module' && item.activities.length === 0 && (
        <p className="px-3.5 py-2.5 text-small text-text-3">{say('emptyModule')}</p>
      )}
      <ul>
        {(item.kind === 'module' ? item.activities : [item.activity]).map((activity) => (
          <ActivityLine key={activity.id} activity={activity} current={activity.id === next} />
        ))}
      </ul>
    </section>
  ))
}
