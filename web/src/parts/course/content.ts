// The content of a course as its pages read it: modules and their activities, in order.
import type { Answer } from '../../client.ts'

export type Content = Answer<'GET /api/courses/:id/all-activities'>
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
