// Recent events, for listeners that begin only now. Pure but for its clock.

/** Keeps the things of the last `ms` milliseconds, at most `most` of them, with a monotonic or an epoch clock. */
export function keepRecent<T>({ ms, most, now }: { ms: number; most: number; now: () => number }) {
  let kept: { at: number; thing: T }[] = []
  /** From when on nothing is missing. */
  let whole = Number.POSITIVE_INFINITY
  return {
    /** From `ago` milliseconds ago on everything is heard. */
    begin(ago = 0) {
      kept = []
      whole = now() - ago
    },
    add(thing: T) {
      kept.push({ at: now(), thing })
      if (kept.length <= most) return
      const young = kept.findIndex(({ at }) => at >= now() - ms)
      const dropped = Math.max(young, Math.ceil(most / 2))
      whole = Math.max(whole, kept[dropped - 1]!.at + 1)
      kept = kept.slice(dropped)
    },
    /** The things of the last `age` milliseconds, the oldest first; undefined where some may be missing. */
    since(age: number): T[] | undefined {
      const start = now() - age
      if (age > ms || start < whole) return undefined
      return kept.filter(({ at }) => at >= start).map(({ thing }) => thing)
    },
  }
}
