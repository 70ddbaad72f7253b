// A comment that two markers have written at once: none of both texts is lost. Pure.
import type { Mark } from '../../anchors/mark.ts'

/** Mine as a mark of its own, a little to the right; undefined where it says nothing that theirs, or what I `saw`, does not say. */
export function besideTheirs(mine: Mark, saw: string | undefined, theirs: Record<string, unknown>, id: string): Mark | undefined {
  if (!mine.text || mine.text === saw || mine.text === theirs.text) return undefined
  const { x } = mine.shape
  return { ...mine, id, version: 0, shape: { ...mine.shape, ...(x !== undefined && { x: Math.min(1000, x + 25) }) } }
}
