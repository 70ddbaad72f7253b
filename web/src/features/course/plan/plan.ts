// The plan of a course by weeks, as its page shows it: each with its modules and activities, and how far the reader is. Pure.
import type { Answer } from '../../../client.ts'
import { type ActivityRow, byModule, completenessOf, type Content, type Module } from '../../../parts/learning/course/content.ts'
import type { Position } from '../../../ui/order/sorting.ts'

export type Week = Answer<'GET /api/courses/:id/syllabuses'>['syllabuses'][number]
/** A module with those of its activities that stand in no week of their own, or an activity. */
export type PlanItem =
  | { kind: 'module'; id: string; module: Module; activities: ActivityRow[] }
  | { kind: 'activity'; id: string; activity: ActivityRow }
export type PlannedWeek = { week: Week; items: PlanItem[]; activities: ActivityRow[] }
export type Plan = { weeks: PlannedWeek[] /** Items of no week. */; rest: PlanItem[] }

export const titleOf = (item: PlanItem): string => (item.kind === 'module' ? item.module.name : item.activity.title)

export const activitiesOf = (items: readonly PlanItem[]) =>
  items.flatMap((item) => (item.kind === 'module' ? item.activities : [item.activity]))

export function planOf(weeks: readonly Week[], content: Content): Plan {
  const single = new Set(weeks.flatMap(({ activity_ids }) => activity_ids))
  const planned = new Set(weeks.flatMap(({ module_ids }) => module_ids))
  const groups = byModule(content)
  const activityOf = new Map(content.activities.map((activity) => [activity.id, activity]))
  const moduleItems = new Map(
    groups.flatMap(({ module, activities }): [string, PlanItem][] =>
      module ? [[module.id, { kind: 'module', id: module.id, module, activities: activities.filter(({ id }) => !single.has(id)) }]] : [],
    ),
  )
  const itemOf = (activity: ActivityRow): PlanItem => ({ kind: 'activity', id: activity.id, activity })
  const loose = groups.find(({ module }) => module === null)?.activities ?? []
  return {
    weeks: weeks.map((week) => {
      const items = [
        ...week.module_ids.flatMap((id) => moduleItems.get(id) ?? []),
        ...week.activity_ids.flatMap((id) => activityOf.get(id) ?? []).map(itemOf),
      ]
      return { week, items, activities: activitiesOf(items) }
    }),
    rest: [
      ...[...moduleItems.values()].filter((item) => !planned.has(item.id) && (item.kind !== 'module' || item.activities.length > 0)),
      ...loose.filter(({ id }) => !single.has(id)).map(itemOf),
    ],
  }
}

export type WeekTime = 'past' | 'now' | 'later' | 'undated'
/** `today` is a day as 2026-09-14. */
export function timeOf({ starts_on, ends_on }: Pick<Week, 'starts_on' | 'ends_on'>, today: string): WeekTime {
  if (starts_on === null && ends_on === null) return 'undated'
  if (ends_on !== null && ends_on < today) return 'past'
  if (starts_on !== null && starts_on > today) return 'later'
  return 'now'
}

/** The weeks that begin folded: past ones in which nothing is left to do. */
export const foldedAtFirst = (weeks: readonly PlannedWeek[], today: string): ReadonlySet<string> =>
  new Set(
    weeks.flatMap(({ week, activities }) => {
      const { done, total } = completenessOf(activities)
      return timeOf(week, today) === 'past' && done === total ? [week.id] : []
    }),
  )

/** The meaning of a drop: modules stand before single activities, so an item stands before the next one of its own kind. */
export function beforeOf(items: readonly PlanItem[], moved: PlanItem, { before }: Position): string | null {
  if (before === null) return null
  const from = items.findIndex(({ id }) => id === before)
  return items.slice(Math.max(0, from)).find(({ kind, id }) => kind === moved.kind && id !== moved.id)?.id ?? null
}

/** The weeks of a term from a day on. */
export const weeksFrom = (first: string, count: number, name: (number: number) => string, addDays: (day: string, days: number) => string) =>
  Array.from({ length: count }, (_, nth) => ({
    name: name(nth + 1),
    starts_on: addDays(first, nth * 7),
    ends_on: addDays(first, nth * 7 + 6),
  }))
