import { type ActivityRow, byModule, type Content } from '../../activity-kinds.ts'

/** Where a thing goes: into a module, before another one of it (null: at its end). */
export type Target = { module: string; before: string | null }

/** The ids of a module after `ids` have been brought to `target`, in the order they are to be sent. */
export function orderAfter(activities: readonly ActivityRow[], ids: readonly string[], target: Target): string[] {
  const rest = activities
    .filter((one) => one.module_id === target.module && !ids.includes(one.id))
    .sort((a, b) => a.sort - b.sort)
    .map((one) => one.id)
  const at = target.before === null ? rest.length : rest.indexOf(target.before)
  return rest.toSpliced(at < 0 ? rest.length : at, 0, ...ids)
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

/** One step up or down by keyboard: past the end of a module it goes into the next one. undefined: it is at the very end. */
export function stepTarget(content: Content, id: string, by: -1 | 1): Target | undefined {
  const groups = byModule(content).filter(({ module }) => module !== null)
  const g = groups.findIndex(({ activities }) => activities.some((one) => one.id === id))
  const group = groups[g]
  if (!group?.module) return undefined
  const at = group.activities.findIndex((one) => one.id === id)
  const to = at + by
  if (to >= 0 && to < group.activities.length)
    return { module: group.module.id, before: group.activities[by === 1 ? to + 1 : to]?.id ?? null }
  const next = groups[g + by]
  if (!next?.module) return undefined
  return { module: next.module.id, before: by === 1 ? (next.activities[0]?.id ?? null) : null }
}

/** A list with one of its ids moved by a step; the same list at the ends. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const at = ids.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= ids.length) return [...ids]
  return ids.toSpliced(at, 1).toSpliced(to, 0, id)
}
