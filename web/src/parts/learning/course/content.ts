// The content of a course as its pages read it: modules and their activities, in order.
import { wholePercent } from '@lyceum/kit/percent'
import type { Answer } from '../../../client.ts'

export type Content = Answer<'GET /api/courses/:id/content'>
export type ActivityRow = Content['activities'][number]
export type Activity = Answer<'GET /api/activities/:id'>
export type ActivityType = ActivityRow['type']
export type Module = Content['modules'][number]

/** Modules in order, each with its activities in order; those without a module come first, under `null`. */
export function byModule({
  modules,
  activities,
}: Pick<Content, 'modules' | 'activities'>): { module: Module | null; activities: ActivityRow[] }[] {
  const inOrder = (list: ActivityRow[]) => list.sort((a, b) => a.sort - b.sort)
  const loose = inOrder(activities.filter(({ module_id }) => module_id === null || !modules.some((module) => module.id === module_id)))
  const groups = [...modules]
    .sort((a, b) => a.sort - b.sort)
    .map((module) => ({ module, activities: inOrder(activities.filter(({ module_id }) => module_id === module.id)) }))
  return loose.length ? [{ module: null, activities: loose }, ...groups] : groups
}

/** Published and with a criterion, locked or not, open or not yet: what counts on the server too (completeness.ts of activity). */
const counts = ({ published, completion_criterion: { kind } }: ActivityRow) => published && kind !== 'none'

/** Numbers of activities that count, and of completed ones: of a whole course or of one module, so that the modules add up to the course. */
export function completenessOf(activities: readonly ActivityRow[]): { done: number; total: number; share: number } {
  const counted = activities.filter(counts)
  const done = counted.filter(({ my }) => my.completed).length
  return { done, total: counted.length, share: wholePercent(done, counted.length) }
}
