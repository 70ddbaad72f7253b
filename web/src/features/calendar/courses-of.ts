// Courses of the calendar's entries, with the colours they have. Pure.
import type { Item } from '../../parts/learning/calendar/items.ts'

export type Chosen = { id: string; name: string; colour: string | null; pattern: number | null }
type OfCourse = Pick<Item, 'courseId' | 'courseName' | 'courseColor' | 'coursePattern'>

/** Each once and by their names, so that each keeps its place from week to week. */
export const coursesOf = (items: readonly OfCourse[]): Chosen[] =>
  [
    ...new Map(
      items.flatMap(({ courseId, courseName, courseColor, coursePattern }) =>
        courseId ? [[courseId, { id: courseId, name: courseName ?? '', colour: courseColor, pattern: coursePattern }] as const] : [],
      ),
    ).values(),
  ].sort((a, b) => a.name.localeCompare(b.name))
