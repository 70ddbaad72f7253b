// The look of an entry: the colour that was chosen for its course, else that of its cover, or its own; stripes while it waits for approval.
import type { CSSProperties } from 'react'
import { hueOf } from '../../../ui/marks/hue.ts'
import type { Item } from './items.ts'

const presetHues: Record<string, number> = { teal: 186, blue: 258, orange: 62, plum: 320, olive: 96, grey: 250 }
/** Work that is due is red, like what needs attention elsewhere. */
const dueHue = 25

/** Of a course, in the colour that was chosen for it. */
const courseHue = (id: string, chosen: string | null) => (chosen ? presetHues[chosen] : undefined) ?? hueOf(id)
const hueOfItem = ({ kind, what, courseId, courseColor, color }: Item): number =>
  kind === 'due' && what !== 'opens' ? dueHue : courseId ? courseHue(courseId, courseColor) : (presetHues[color ?? 'teal'] ?? 186)
const isGrey = ({ courseId, courseColor, color }: Pick<Item, 'courseId' | 'courseColor' | 'color'>) =>
  (courseId ? courseColor : color) === 'grey'

export const dotStyle = (id: string, chosen: string | null): CSSProperties => ({
  background: `oklch(var(--cover-ink-l) calc(var(--cover-ink-c) * ${chosen === 'grey' ? 0.01 : 1.5}) ${courseHue(id, chosen)})`,
})

export function itemStyle(item: Item): CSSProperties {
  const hue = hueOfItem(item)
  // work that is due is red, whatever its course is
  const chroma = isGrey(item) && hue !== dueHue ? 0.005 : 1
  const fill = `oklch(var(--cover-l) calc(var(--cover-c) * ${chroma}) ${hue})`
  const edge = `oklch(var(--cover-ink-l) calc(var(--cover-ink-c) * ${chroma}) ${hue})`
  return {
    background: item.status ? `repeating-linear-gradient(135deg, ${fill} 0 8px, var(--surface) 8px 16px)` : fill,
    borderColor: edge,
    borderStyle: item.status ? 'dashed' : 'solid',
    color: `oklch(from var(--text) l calc(0.06 * ${chroma}) ${hue})`,
  }
}
