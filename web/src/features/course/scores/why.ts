// Parts of the explanation of a result. Pure.
import type { ResultNode } from '@lyceum/activity/gradebook/scores/api'
import { shareOfItem } from '@lyceum/activity/gradebook/scores/rules'
import { rounded } from '@lyceum/activity/points/fractions'

/** The node of an item in the tree of a result. */
export function nodeOf(tree: ResultNode, item: string): ResultNode | undefined {
  if (tree.kind === 'item' && tree.id === item) return tree
  for (const child of tree.children) {
    const found = nodeOf(child, item)
    if (found) return found
  }
  return undefined
}

/** Points of `max` in per cent with the places of the course, rounded half up as its results are. */
export function percentOf(points: string, max: string, digits: number): string {
  const share = shareOfItem(points, max)
  return share ? rounded(share, digits) : '0'
}
