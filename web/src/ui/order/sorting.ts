// Positions in one list or in several beside one another, by ids alone.
export type Group = { id: string; items: readonly string[] }
/** A position in a group: before another item of it (null: at its end). */
export type Position = { group: string; before: string | null }

/** The items with `ids` moved in front of `before` in the given order. */
export function reordered(items: readonly string[], ids: readonly string[], before: string | null): string[] {
  const remaining = items.filter((id) => !ids.includes(id))
  const index = before === null ? -1 : remaining.indexOf(before)
  return remaining.toSpliced(index < 0 ? remaining.length : index, 0, ...ids)
}

/** All groups with one item moved to a position. */
export const withMoved = (groups: readonly Group[], id: string, { group, before }: Position): Group[] =>
  groups.map((entry) => ({
    ...entry,
    items: entry.id === group ? reordered(entry.items, [id], before) : entry.items.filter((other) => other !== id),
  }))

/** The current position of an item, with its number (from 1) and the group's size. */
export function positionOf(groups: readonly Group[], id: string): (Position & { number: number; size: number }) | undefined {
  const group = groups.find(({ items }) => items.includes(id))
  if (!group) return undefined
  const index = group.items.indexOf(id)
  return { group: group.id, before: group.items[index + 1] ?? null, number: index + 1, size: group.items.length }
}

/** The position after one step up or down; past the end of a group it is in the next one. undefined at the very end. */
export function stepped(groups: readonly Group[], id: string, step: -1 | 1): Position | undefined {
  const groupIndex = groups.findIndex(({ items }) => items.includes(id))
  const group = groups[groupIndex]
  if (!group) return undefined
  const target = group.items.indexOf(id) + step
  if (target >= 0 && target < group.items.length) return { group: group.id, before: group.items[step === 1 ? target + 1 : target] ?? null }
  const next = groups[groupIndex + step]
  return next && { group: next.id, before: step === 1 ? (next.items[0] ?? null) : null }
}
