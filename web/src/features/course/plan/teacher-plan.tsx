// The plan of a course for who teaches it: weeks to make and change, modules and activities to bring into them.
import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { today } from '../../../ui/dates.ts'
import { SortLiveText } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { Empty } from '../../../ui/states.tsx'
import { beforeOf, type PlanItem, planOf, timeOf, titleOf, type Week } from './plan.ts'
import { planItems } from './plan-changes.ts'
import { PlanDialogs, type PlanDialog } from './plan-dialogs.tsx'
import { PlanGroup } from './plan-group.tsx'
import { type Course, planQuery } from '../frame/queries.ts'

export default function TeacherPlan({ course }: { course: Course }) {
  const t = useTexts('outline')
  const { data: content } = useSuspenseQuery(contentQuery(course.id))
  const { data } = useSuspenseQuery(planQuery(course.id))
  const [dialog, setDialog] = useState<PlanDialog>()
  const plan = planOf(data.syllabuses, content)
  const weeks = plan.weeks.map(({ week }) => week)
  /** The last group is what stands in no week. */
  const groups: { id: string; week: Week | null; items: PlanItem[] }[] = [
    ...plan.weeks.map(({ week, items }) => ({ id: week.id, week, items })),
    { id: '', week: null, items: plan.rest },
  ]
  const itemOf = new Map(groups.flatMap(({ items }) => items.map((item) => [item.id, item])))
  const itemsOf = (group: string) => groups.find(({ id }) => id === group)?.items ?? []
  const nameOf = (group: string) => weeks.find(({ id }) => id === group)?.name ?? t('unplanned')
  const move = (item: PlanItem, group: string, before: string | null = null) => planItems(course.id, [item], group, before)
  const sorting = useSortable({
    kind: 'plan',
    groups: groups.map(({ id, items }) => ({ id, items: items.map((item) => item.id) })),
    name: (id) => titleOf(itemOf.get(id)!),
    groupName: nameOf,
    onMove: (id, to) => {
      const item = itemOf.get(id)
      // what is in no week has the order of the content
      if (item && !(to.group === '' && plan.rest.includes(item))) return move(item, to.group, beforeOf(itemsOf(to.group), item, to))
    },
  })
  const day = today()
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={CalendarPlus} onClick={() => setDialog({ kind: 'week' })}>
          {t('addWeek')}
        </Button>
        <Button icon={CalendarRange} variant={weeks.length === 0 ? 'primary' : 'secondary'} onClick={() => setDialog({ kind: 'term' })}>
          {t('makeWeeks')}
        </Button>
      </div>
      {weeks.length === 0 ? (
        <Empty title={t('noPlan')} text={t('noPlanTeacher')} />
      ) : (
        <div ref={sorting.list} className="space-y-3">
          {sorting.groups.map(({ id, items }) => {
            const week = weeks.find((one) => one.id === id) ?? null
            return (
              <PlanGroup
                key={id}
                course={course}
                week={week}
                time={week ? timeOf(week, day) : 'undated'}
                weeks={weeks}
                items={items.flatMap((item) => itemOf.get(item) ?? [])}
                mayAdd={plan.rest.length > 0}
                sorting={sorting}
                onMove={(item, group) => void move(item, group)}
                onDialog={setDialog}
              />
            )
          })}
        </div>
      )}
      <SortLiveText sorting={sorting} />
      <PlanDialogs course={course.id} dialog={dialog} rest={plan.rest} last={weeks.at(-1)} onClose={() => setDialog(undefined)} />
    </>
  )
}
