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
 * The locked ones among the published activities of a course, which are given in the order of its content. With checkpoints an activity with a
 * criterion also waits for the one with a criterion before it. What is not among them, or has no criterion, is waited for by none.
 */
export function lockedAmong(steps: readonly Step[], required: readonly Requirement[], checkpoints: boolean): Set<string> {
  const undone = new Set(steps.filter(({ counts, completed }) => counts && !completed).map(({ id }) => id))
  const waiting = new Set(required.filter(([, other]) => undone.has(other)).map(([activity]) => activity))
  if (checkpoints) {
    const counted = steps.filter(({ counts }) => counts)
    counted.forEach(({ id }, nth) => {
      if (nth > 0 && !counted[nth - 1]!.completed) waiting.add(id)
    })
  }
  return new Set(steps.filter(({ id, opened }) => !opened && waiting.has(id)).map(({ id }) => id))
}
