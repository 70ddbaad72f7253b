// Distributing people over groups. Pure: the same people, groups and `random` give the same answer.
import { caseless } from '@lyceum/kit/text/folded'
import { cleanTitle } from '@lyceum/kit/text/titles'

export type Target = { key: string; people: number; values: ReadonlyMap<string, number> }
export type Candidate = { id: string; value: string }

/** Into how many groups so many people go, by number or by size. Groups of a size: as many as are needed that none is larger. */
export const groupsNeeded = (people: number, by: { count: number } | { size: number }): number =>
  'count' in by ? by.count : Math.max(1, Math.ceil(people / by.size))

/** In an order of chance (Fisher and Yates). `random` answers from 0 up to 1, without it. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const order = [...list]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

/**
 * The group of each person. Everybody goes to one of the smallest groups, among these to one with the fewest people of the same value: the sizes of
 * groups that were even differ by one at most, and so does the number of people of each value.
 */
export function distributed(people: readonly Candidate[], targets: readonly Target[], random: () => number): Map<string, string> {
  const placed = new Map<string, string>()
  if (targets.length === 0) return placed
  const groups = shuffled(targets, random).map(({ key, people, values }) => ({ key, size: people, values: new Map(values) }))
  const byValue = Map.groupBy(shuffled(people, random), ({ value }) => value)
  for (const [value, alike] of byValue)
    for (const { id } of alike) {
      let best = groups[0]!
      for (const group of groups)
        if (group.size < best.size || (group.size === best.size && (group.values.get(value) ?? 0) < (best.values.get(value) ?? 0)))
          best = group
      best.size++
      best.values.set(value, (best.values.get(value) ?? 0) + 1)
      placed.set(id, best.key)
    }
  return placed
}

/** Names for new groups, `pattern` with the first free numbers at {n}. */
export function freeNames(pattern: string, count: number, taken: Iterable<string>): string[] {
  const used = new Set([...taken].map(caseless))
  const names: string[] = []
  for (let n = 1; names.length < count; n++) {
    const name = pattern.replaceAll('{n}', String(n))
    if (!used.has(caseless(name))) names.push(name)
  }
  return names
}

/** A name for the group of each class: its own. Of several classes of one name the later ones have a number behind it, always the same. */
export function klassNames(klasses: readonly { id: string; name: string }[]): Map<string, string> {
  const used = new Set<string>()
  const names = new Map<string, string>()
  for (const { id, name } of [...klasses].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (names.has(id)) continue
    const own = cleanTitle(name).slice(0, 90)
    let free = own
    for (let n = 2; used.has(caseless(free)); n++) free = `${own} (${n})`
    used.add(caseless(free))
    names.set(id, free)
  }
  return names
}
