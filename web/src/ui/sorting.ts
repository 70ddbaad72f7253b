// Places in one list or in several beside one another, as ids alone.
export type Group = { id: string; items: readonly string[] }
/** Into a group, before another one of it (null: at its end). */
export type Place = { group: string; before: string | null }

/** The group with the ids brought to their place, in the order they are given. */
export function brought(items: readonly string[], ids: readonly string[], before: string | null): string[] {
  const rest = items.filter((id) => !ids.includes(id))
  const at = before === null ? -1 : rest.indexOf(before)
  return rest.toSpliced(at < 0 ? rest.length : at, 0, ...ids)
}

/** All groups with one thing brought to its place. */
export const placed = (groups: readonly Group[], id: string, { group, before }: Place): Group[] =>
  groups.map((one) => ({
    ...one,
    items: one.id === group ? brought(one.items, [id], before) : one.items.filter((other) => other !== id),
  }))

/** Where a thing is now. */
export function placeOf(groups: readonly Group[], id: string): (Place & { at: number; of: number }) | undefined {
  const group = groups.find(({ items }) => items.includes(id))
  if (!group) return undefined
  const at = group.items.indexOf(id)
  return { group: group.id, before: group.items[at + 1] ?? null, at: at + 1, of: group.items.length }
}

/** One step up or down; past the end of a group it goes into the next one. undefined: it is at the very end. */
export function stepped(groups: readonly Group[], id: string, by: -1 | 1): Place | undefined {
  const g = groups.findIndex(({ items }) => items.includes(id))
  const group = groups[g]
  if (!group) return undefined
  const to = group.items.indexOf(id) + by
  if (to >= 0 && to < group.items.length) return { group: group.id, before: group.items[by === 1 ? to + 1 : to] ?? null }
  const next = groups[g + by]
  return next && { group: next.id, before: by === 1 ? (next.items[0] ?? null) : null }
}
