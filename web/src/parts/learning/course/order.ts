// Order of a course's activities after a move. Pure.
import type { ActivityRow, Content } from './content.ts'
import { reordered, type Position } from '../../../ui/order/sorting.ts'

/** The ids of the target module's activities in order, after `ids` have been moved before `before`. */
export function orderAfterMove(activities: readonly ActivityRow[], ids: readonly string[], { group, before }: Position): string[] {
  const moduleRows = activities.filter((activity) => activity.module_id === group).sort((a, b) => a.sort - b.sort)
  return reordered(
    moduleRows.map((activity) => activity.id),
    ids,
    before,
  )
}

/** The content with the activities of `ordered` in `module` in that order, to show before the server has answered. */
export function withOrder(content: Content, module: string, ordered: readonly string[]): Content {
  return {
    ...content,
    activities: content.activities.map((activity) => {
      const index = ordered.indexOf(activity.id)
      return index < 0 ? activity : { ...activity, module_id: module, sort: index }
    }),
  }
}
