// Parts of the explanation of a result. Pure.
import type { ResultNode } from '@lyceum/activity/gradebook/scores/api'
import { unitsOf } from '../../../parts/learning/rubrics/points.ts'

/** The node of an item in the tree of a result. */
export function nodeOf(tree: ResultNode, item: string): ResultNode | undefined {
  if (tree.kind === 'item' && tree.id === item) return tree
  for (const child of tree.children) {
    const found = nodeOf(child, item)
    if (found) return found
  }
  return undefined
}

/** Points of `max` in per cent with one place, rounded half up. */
export function percentOf(points: string, max: string): string {
  const [earned, most] = [unitsOf(points) ?? 0n, unitsOf(max) ?? 0n]
  if (most === 0n) return '0.0'
  const tenths = (2000n * earned + most) / (2n * most)
  return `${tenths / 10n}.${tenths % 10n}`
}
