// The look of an entry: the colour of its course's cover, or its own; stripes while it waits for approval.
import type { CSSProperties } from 'react'
import { hueOf } from '../../ui/hue.ts'
import type { Item } from './items.ts'

const presetHues: Record<string, number> = { teal: 186, blue: 258, orange: 62, plum: 320, olive: 96, grey: 250 }
/** Work that is due is red, like what needs attention elsewhere. */
const dueHue = 25

export const courseHue = (id: string) => hueOf(id)
const hueOfItem = ({ kind, what, courseId, color }: Item): number =>
  kind === 'due' && what !== 'opens' ? dueHue : courseId ? hueOf(courseId) : (presetHues[color ?? 'teal'] ?? 186)

export const dotStyle = (hue: number): CSSProperties => ({ background: `oklch(var(--cover-ink-l) calc(var(--cover-ink-c) * 1.5) ${hue})` })

export function itemStyle(item: Item): CSSProperties {
  const hue = hueOfItem(item)
  const chroma = item.color === 'grey' && !item.courseId ? 0.005 : 1
  const fill = `oklch(var(--cover-l) calc(var(--cover-c) * ${chroma}) ${hue})`
  const edge = `oklch(var(--cover-ink-l) calc(var(--cover-ink-c) * ${chroma}) ${hue})`
  return {
    background: item.status ? `repeating-linear-gradient(135deg, ${fill} 0 8px, var(--surface) 8px 16px)` : fill,
    borderColor: edge,
    borderStyle: item.status ? 'dashed' : 'solid',
    color: `oklch(from var(--text) l calc(0.06 * ${chroma}) ${hue})`,
  }
}
