// Allocation of reviewers to works. Pure.

/** A work that was handed in, and whose it is: one person's, or those of a group. */
export type ReviewedWork = { id: string; authors: readonly string[] }
export type Allocated = { reviewer: string; work: string }

/**
 * Gives each author of a work `each` works of others to review, or as many as there are. Nobody gets their own, nor that of their group, nor one
 * twice. The works get as equal numbers of reviews as that allows: where nothing but their sizes differs, the numbers differ by one at most.
 * A student who handed nothing in is in no work, so has none to review. `random` is as Math.random.
 */
export function allocate(works: readonly ReviewedWork[], each: number, random: () => number): Allocated[] {
  const order = shuffled(works, random)
  const own = new Map<string, Set<string>>()
  for (const { id, authors } of order) for (const author of authors) own.set(author, (own.get(author) ?? new Set()).add(id))
  const chosen = new Map([...own.keys()].map((reviewer) => [reviewer, new Set<string>()]))
  const load = new Map(order.map(({ id }) => [id, 0]))
  // a work that is taken goes to the end, so those with the fewest reviews stand in front
  const queue = order.map(({ id }) => id)
  for (const reviewer of shuffled([...own.keys()], random)) {
    const [mine, taken] = [own.get(reviewer)!, chosen.get(reviewer)!]
    for (let number = 0; number < each; number++) {
      const at = queue.findIndex((id) => !mine.has(id) && !taken.has(id))
      if (at < 0) break
      const [work] = queue.splice(at, 1) as [string]
      queue.push(work)
      taken.add(work)
      load.set(work, load.get(work)! + 1)
    }
  }
  level(own, chosen, load)
  return [...chosen].flatMap(([reviewer, ids]) => [...ids].map((work) => ({ reviewer, work })))
}

/**
 * Reviews added for works that came after the others had theirs: their authors get `each` works, the least reviewed first, and each of these works gets
 * `each` reviews as far as nobody writes more than one beyond theirs, whoever has the fewest first.
 */
export function allocateLate(
  works: readonly ReviewedWork[],
  before: readonly Allocated[],
  each: number,
  random: () => number,
): Allocated[] {
  const order = shuffled(works, random)
  const own = new Map<string, Set<string>>()
  for (const { id, authors } of order) for (const author of authors) own.set(author, (own.get(author) ?? new Set()).add(id))
  const assigned = new Map([...own.keys()].map((author) => [author, new Set<string>()]))
  const load = new Map(order.map(({ id }) => [id, 0]))
  const added: Allocated[] = []
  const take = ({ reviewer, work }: Allocated) => {
    assigned.get(reviewer)?.add(work)
    if (load.has(work)) load.set(work, load.get(work)! + 1)
  }
  for (const one of before) take(one)
  const late = order.filter(({ id }) => load.get(id) === 0)
  const fits = (reviewer: string, work: string) => !own.get(reviewer)!.has(work) && !assigned.get(reviewer)!.has(work)
  const add = (reviewer: string, work: string) => {
    added.push({ reviewer, work })
    take({ reviewer, work })
  }
  const newcomers = late.flatMap(({ authors }) => authors.filter((author) => assigned.get(author)!.size === 0))
  for (let round = 0; round < each; round++)
    for (const reviewer of newcomers) {
      const work = least(
        order.filter(({ id }) => fits(reviewer, id)),
        ({ id }) => load.get(id)!,
      )
      if (work && assigned.get(reviewer)!.size < each) add(reviewer, work.id)
    }
  for (const { id } of late)
    while (load.get(id)! < each) {
      const reviewer = least(
        [...assigned].filter(([author, mine]) => fits(author, id) && mine.size <= each),
        ([, mine]) => mine.size,
      )
      if (!reviewer) break
      add(reviewer[0], id)
    }
  return added
}

const least = <T>(list: readonly T[], of: (one: T) => number): T | undefined =>
  list.reduce<T | undefined>((best, one) => (best === undefined || of(one) < of(best) ? one : best), undefined)

/**
 * Moves reviews from works with many to works with few, also by way of others, until no move makes the numbers more equal: a flow of convex cost
 * is at its least when no path leads from one to another that has two less.
 */
function level(own: ReadonlyMap<string, Set<string>>, chosen: Map<string, Set<string>>, load: Map<string, number>): void {
  for (;;) {
    const path = shorterPath(own, chosen, load)
    if (!path) return
    for (const { from, to, reviewer } of path) {
      chosen.get(reviewer)!.delete(from)
      chosen.get(reviewer)!.add(to)
    }
    const [first, last] = [path[0]!, path.at(-1)!]
    load.set(first.from, load.get(first.from)! - 1)
    load.set(last.to, load.get(last.to)! + 1)
  }
}
type Step = { from: string; to: string; reviewer: string }

/** Steps that take a review from a work to one with at least two less. */
function shorterPath(
  own: ReadonlyMap<string, Set<string>>,
  chosen: ReadonlyMap<string, Set<string>>,
  load: ReadonlyMap<string, number>,
): Step[] | undefined {
  const least = Math.min(...load.values())
  const heavy = [...load].filter(([, number]) => number >= least + 2).toSorted((a, b) => b[1] - a[1])
  if (heavy.length === 0) return undefined
  const reviewers = new Map<string, string[]>([...load.keys()].map((id) => [id, []]))
  for (const [reviewer, ids] of chosen) for (const id of ids) reviewers.get(id)!.push(reviewer)
  for (const [start, number] of heavy) {
    const cameBy = new Map<string, Step | undefined>([[start, undefined]])
    for (const from of cameBy.keys()) // grows while it is walked
      for (const reviewer of reviewers.get(from)!)
        for (const to of load.keys()) {
          if (cameBy.has(to) || own.get(reviewer)!.has(to) || chosen.get(reviewer)!.has(to)) continue
          cameBy.set(to, { from, to, reviewer })
          if (load.get(to)! <= number - 2) return stepsTo(to, cameBy)
        }
  }
  return undefined
}

/** Each work is reached once, so a reviewer of two steps gives up two works and takes two others. */
function stepsTo(end: string, cameBy: ReadonlyMap<string, Step | undefined>): Step[] {
  const steps: Step[] = []
  for (let step = cameBy.get(end); step; step = cameBy.get(step.from)) steps.unshift(step)
  return steps
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[copy[last], copy[other]] = [copy[other]!, copy[last]!]
  }
  return copy
}
