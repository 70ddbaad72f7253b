import type { ActivityRow, Content } from '../../parts/course/activity-kinds.ts'
import { brought, type Place } from '../../ui/sorting.ts'

/** The ids of a module after `ids` have been brought to their place, in the order they are to be sent. */
export function orderAfter(activities: readonly ActivityRow[], ids: readonly string[], { group, before }: Place): string[] {
  const own = activities.filter((one) => one.module_id === group).sort((a, b) => a.sort - b.sort)
  return brought(
    own.map((one) => one.id),
    ids,
    before,
  )
}

/** The content as it is shown at once, before the server has answered. */
export function placed(content: Content, module: string, ordered: readonly string[]): Content {
  return {
    ...content,
    activities: content.activities.map((one) => {
      const at = ordered.indexOf(one.id)
      return at < 0 ? one : { ...one, module_id: module, sort: at }
    }),
  }
}
