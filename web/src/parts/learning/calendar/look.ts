// The look of an entry: the colour of its course, or its own; at its edge the colour of its kind; stripes while it waits for approval.
import type { CSSProperties } from 'react'
import { courseHue, inkOf, presetHue } from '../../../ui/marks/hue.ts'
import type { Item, Kind } from './items.ts'

type Coloured = Pick<Item, 'courseId' | 'courseColor' | 'coursePattern' | 'color'>
const usual = 186
const hueOfItem = ({ courseId, courseColor, coursePattern, color }: Coloured): number =>
  courseId ? courseHue(courseId, { chosen: courseColor, pattern: coursePattern }) : (presetHue(color) ?? usual)
const chromaOf = ({ courseId, courseColor, color }: Coloured) => ((courseId ? courseColor : color) === 'grey' ? 0.01 : 1)

/** A dot of a course, or the line beside an entry. */
export const dotStyle = (item: Coloured): CSSProperties => ({ background: inkOf(hueOfItem(item), chromaOf(item)) })

/** The token of each kind; its icon stands beside it. */
export const kindColours: Record<Kind, string> = {
  timetable: 'chart-1',
  event: 'chart-3',
  meeting: 'chart-2',
  instruction_meeting: 'chart-4',
  cloud_classroom: 'chart-5',
  due: 'bad',
}

export function itemStyle(item: Item): CSSProperties {
  const [hue, chroma] = [hueOfItem(item), chromaOf(item)]
  const fill = `oklch(var(--cover-l) calc(var(--cover-c) * ${chroma}) ${hue})`
  return {
    background: item.status ? `repeating-linear-gradient(135deg, ${fill} 0 8px, var(--surface) 8px 16px)` : fill,
    borderColor: inkOf(hue, chroma),
    borderLeftColor: `var(--${kindColours[item.kind]})`,
    borderStyle: item.status ? 'dashed' : 'solid',
    color: `oklch(from var(--text) l calc(0.06 * ${chroma}) ${hue})`,
  }
}
