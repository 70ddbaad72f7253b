// Chunks of a topic's posts in reading order: each is read by one call once it comes near the window. A chunk keeps its posts while others arrive.
import type { Outline } from './queries.ts'

/** Posts of a new chunk, and the most that one grows to, which is the most of one call. */
const begun = 40
const most = 50

/** `shown`: the rows that are drawn, in reading order; `before`: the chunks so far, whose rows are among them. */
export function chunksOf(shown: readonly number[], before: readonly (readonly number[])[] = []): number[][] {
  const known = new Map(before.flatMap((chunk, at) => chunk.map((n): [number, number] => [n, at])))
  const chunks: number[][] = []
  let last = -1
  for (const n of shown) {
    const at = known.get(n)
    if (at !== undefined && at !== last) {
      last = at
      chunks.push([n])
    } else if (chunks.length === 0 || chunks.at(-1)!.length >= (last < 0 ? begun : most)) chunks.push([n])
    else chunks.at(-1)!.push(n)
  }
  return chunks
}

/** A row of an outline by its names. */
export const rowOf = ([n = 0, thread = 0, author = -1, state = 0]: Outline['rows'][number]) => ({ n, thread, author, isStub: state === 1 })

/**
 * The number up to which everything has been read: all unread posts before it have been seen or are mine. `seen` are those that were in the window.
 */
export function readUpTo({ rows, read_n }: Outline, seen: ReadonlySet<number>): number {
  let read = read_n
  const unread = rows
    .map(rowOf)
    .filter(({ n }) => n > read_n)
    .toSorted((a, b) => a.n - b.n)
  for (const { n, isStub } of unread) {
    if (!isStub && !seen.has(n)) return read
    read = n
  }
  return read
}
