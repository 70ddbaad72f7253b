// Scores that are left out: the choice whose result is the greatest. The lowest percentage is not always it, where the points possible differ. Pure.
import { compare, type Fraction, over, zero } from '../../points/fractions.ts'

/** A score that may be left out, in ten-thousandths of a point; `most` is above 0. */
export type Droppable = { id: string; points: bigint; most: bigint }
/** Of one category. `must`: exactly so many are left out; else at most so many, and none that would lower the result. */
export type Choice = { list: readonly Droppable[]; drop: number; must: boolean }

/**
 * The ids that are left out so that (points + what is kept) / (most + what is possible of it) is the greatest: Dinkelbach's iteration. A score is worth
 * keeping at a ratio by its points less that ratio of what was possible; the choice by these makes a greater ratio, until it makes the same.
 */
export function dropped(choices: readonly Choice[], fixed: { points: bigint; most: bigint }): Set<string> {
  const pick = (ratio: Fraction) => new Set(choices.flatMap((choice) => leastOf(choice, ratio)))
  const ratioWithout = (out: ReadonlySet<string>): Fraction => {
    let { points, most } = fixed
    for (const { list } of choices)
      for (const one of list)
        if (!out.has(one.id)) {
          points += one.points
          most += one.most
        }
    return over(points, most === 0n ? 1n : most)
  }
  if (choices.every(({ drop, list }) => drop === 0 || list.length === 0)) return new Set()
  let ratio = ratioWithout(new Set(choices.flatMap((choice) => (choice.must ? leastOf(choice, zero) : []))))
  for (;;) {
    const next = pick(ratio)
    const better = ratioWithout(next)
    if (compare(better, ratio) <= 0n) return next
    ratio = better
  }
}

function leastOf({ list, drop, must }: Choice, { n, d }: Fraction): string[] {
  if (drop === 0) return []
  const worth = list.map(({ id, points, most }) => ({ id, value: points * d - n * most }))
  worth.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.id < b.id ? -1 : 1))
  const least = worth.slice(0, drop)
  return (must ? least : least.filter(({ value }) => value <= 0n)).map(({ id }) => id)
}
