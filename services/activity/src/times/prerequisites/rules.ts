// The rules of prerequisites: circles, and which activities are locked. Pure.

/** The activity, and the one that it requires. */
export type Requirement = readonly [activity: string, required: string]

/** The first of `required` that itself requires the activity, directly or through others. */
export function circleThrough(existing: readonly Requirement[], activity: string, required: readonly string[]): string | undefined {
  const requiredBy = new Map<string, string[]>()
  for (const [one, other] of existing) if (one !== activity) requiredBy.set(one, [...(requiredBy.get(one) ?? []), other])
  return required.find((start) => {
    const seen = new Set<string>()
    const next = [start]
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (one === activity) return true
      if (seen.has(one)) continue
      seen.add(one)
      next.push(...(requiredBy.get(one) ?? []))
    }
    return false
  })
}

/** A published activity as the lock sees it. */
export type Step = {
  id: string
  /** It has a criterion: others can wait for it, and checkpoints count it. */
  counts: boolean
  completed: boolean
  /** The person has opened it: it is never locked again. */
  opened: boolean
}

/**
 * The locked ones among the published activities of a course, which are given in the order of its content, each with the first that it waits for.
 * With checkpoints an activity with a criterion also waits for the one with a criterion before it. An activity that is not among them, or has no criterion,
 * is waited for by none.
 */
export function lockedAmong(steps: readonly Step[], required: readonly Requirement[], checkpoints: boolean): Map<string, string> {
  const counted = steps.filter(({ counts }) => counts)
  const before = checkpoints ? counted.slice(1).map(({ id }, nth) => [id, counted[nth]!.id] as const) : []
  const undone = new Map<string, number>()
  for (const [nth, { id, completed }] of counted.entries()) if (!completed) undone.set(id, nth)
  const firstUndone = new Map<string, number>()
  for (const [activity, other] of [...required, ...before]) {
    const nth = undone.get(other)
    if (nth === undefined) continue
    const first = firstUndone.get(activity)
    if (first === undefined || nth < first) firstUndone.set(activity, nth)
  }
  for (const { id, opened } of steps) if (opened) firstUndone.delete(id)
  return new Map(firstUndone.entries().map(([activity, nth]) => [activity, counted[nth]!.id]))
}
