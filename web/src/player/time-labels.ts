// The times under a timeline that fit beside each other. Pure.
import { clock } from '../ui/format.ts'

/** Pixels of a character of a caption, and between two times. */
const character = 7
const space = 8

const widthOf = (second: number) => clock(second).length * character

/** Of ascending seconds those whose times do not touch: the first and the last always, of the others as many as fit, from the left. */
export function labelsThatFit(seconds: readonly number[], duration: number, width: number): number[] {
  const first = seconds[0]
  const last = seconds.at(-1)
  if (first === undefined || last === undefined || duration <= 0) return []
  if (first === last) return [first]
  const end = width - widthOf(last) - space
  let taken = widthOf(first) + space
  const between = seconds.slice(1, -1).filter((second) => {
    const middle = (second / duration) * width
    const half = widthOf(second) / 2
    if (middle - half < taken || middle + half > end) return false
    taken = middle + half + space
    return true
  })
  return taken > end && between.length === 0 && widthOf(first) + space > end ? [last] : [first, ...between, last]
}
