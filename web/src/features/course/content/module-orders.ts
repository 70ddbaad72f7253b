// Orders into which a module's activities can be brought at once.
import type { ActivityRow } from '../../../parts/learning/course/content.ts'

type Order = (a: ActivityRow, b: ActivityRow) => number

/** As a reader sorts: 2 before 10, capitals beside small letters. */
export const byTitle: Order = (a, b) =>
  a.title.localeCompare(b.title, document.documentElement.lang, { numeric: true, sensitivity: 'base' })

const dateOf = ({ start_time, due_time, end_time }: ActivityRow) => start_time ?? due_time ?? end_time ?? '~'
/** By what comes first of opening, due and closing; those without a date stay behind, in their order. */
export const byDate: Order = (a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0)
