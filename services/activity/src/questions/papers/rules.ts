// An attempt's questions from a frozen paper and the attempt's seed: drawn, put into an order, their options too. Pure.
import { unitsOf } from '../../points/decimals.ts'

/** A question of a frozen paper: the version that is asked, and the version of what it is about. */
export type FixedEntry = { version: string; stimulus: string | null; points: string }
/** So many of these. */
export type DrawnEntry = { pool: readonly (readonly [version: string, stimulus: string | null])[]; count: number; points: string }
export type FrozenEntry = FixedEntry | DrawnEntry
export type FrozenSection = { shuffle?: boolean | undefined; entries: readonly FrozenEntry[] }

/** The parts of an attempt in another order than its paper, as bits of its row. */
export type Shuffling = { questions: boolean; options: boolean }
export const shufflingOf = (bits: number): Shuffling => ({ questions: (bits & 1) === 1, options: (bits & 2) === 2 })
export const bitsOf = ({ questions, options }: Shuffling): number => (questions ? 1 : 0) | (options ? 2 : 0)

/** A place of an attempt. `stimulus`: the slot of what it is about; one that is about nothing, or is a stimulus, has none. */
export type Slot = { section: number; version: string; points: string; stimulus: number | null }

/**
 * Numbers from 0 to below 1 that follow from a text: the same for ever, since running attempts and old ones are read by them.
 * (xmur3 makes the seed of mulberry32.)
 */
export function numbersFrom(text: string): () => number {
  let h = 1779033703 ^ text.length
  for (let at = 0; at < text.length; at++) {
    h = Math.imul(h ^ text.charCodeAt(at), 3432918353)
    h = (h << 13) | (h >>> 19)
  }
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  let state = (h ^ (h >>> 16)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** 0 to n - 1 in another order. */
export function permutation(n: number, next: () => number): number[] {
  const order = Array.from({ length: n }, (_, nth) => nth)
  for (let at = n - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  return order
}

type Chosen = { version: string; stimulus: string | null; points: string }

/** The slots of an attempt. Questions about the same thing stay together behind it, in the order of the paper. */
export function arrange(sections: readonly FrozenSection[], seed: string, { questions }: Shuffling): Slot[] {
  const taken = new Set(sections.flatMap(({ entries }) => entries.flatMap((entry) => ('version' in entry ? [entry.version] : []))))
  const slots: Slot[] = []
  const slotOf = new Map<string, number>()
  sections.forEach(({ shuffle, entries }, section) => {
    const next = numbersFrom(`${seed}:${section}`)
    const chosen = entries.flatMap((entry) => ('version' in entry ? [entry] : draw(entry, taken, next)))
    for (const { version, stimulus, points } of (shuffle ?? questions) ? inAnotherOrder(chosen, next) : chosen) {
      if (stimulus !== null && !slotOf.has(stimulus)) {
        slotOf.set(stimulus, slots.length)
        slots.push({ section, version: stimulus, points: '0', stimulus: null })
      }
      if (slotOf.has(version)) continue
      slotOf.set(version, slots.length)
      slots.push({ section, version, points, stimulus: stimulus === null ? null : slotOf.get(stimulus)! })
    }
  })
  return slots
}

function draw({ pool, count, points }: DrawnEntry, taken: Set<string>, next: () => number): Chosen[] {
  const left = pool.filter(([version]) => !taken.has(version))
  const drawn = permutation(left.length, next)
    .slice(0, count)
    .map((nth) => left[nth]!)
  for (const [version] of drawn) taken.add(version)
  return drawn.map(([version, stimulus]) => ({ version, stimulus, points }))
}

function inAnotherOrder(chosen: readonly Chosen[], next: () => number): Chosen[] {
  const isStimulus = new Set(chosen.map(({ stimulus }) => stimulus))
  const groups = Map.groupBy(chosen, ({ version, stimulus }) => stimulus ?? (isStimulus.has(version) ? version : `alone ${version}`))
  const list = [...groups.values()]
  return permutation(list.length, next).flatMap((nth) => list[nth]!)
}

/** The order of options in a slot. */
export const orderOf = (seed: string, version: string): ((n: number) => number[]) => {
  const next = numbersFrom(`${seed}:${version}`)
  return (n) => permutation(n, next)
}

/** Of a whole attempt, in ten-thousandths. */
export const pointsOfEntries = (entries: readonly { points: string; draw?: { count: number } | undefined }[]): bigint =>
  entries.reduce((sum, { points, draw }) => sum + unitsOf(points) * BigInt(draw?.count ?? 1), 0n)

/**
 * The number of questions that each draw can take for certain, whatever the draws before it took: pools are sets of ids without the fixed ones.
 */
export function certainFor(draws: readonly { pool: ReadonlySet<string>; count: number }[]): number[] {
  return draws.map(({ pool }, nth) => {
    const taken = draws.slice(0, nth).reduce((sum, before) => {
      let both = 0
      for (const id of before.pool) if (pool.has(id)) both++
      return sum + Math.min(both, before.count)
    }, 0)
    return Math.max(0, pool.size - taken)
  })
}
