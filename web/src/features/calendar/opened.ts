// Which popup of the calendar is open, and about what.
import type { Entry, Item } from '../../parts/calendar/items.ts'

export type Opened =
  | { what: 'item'; item: Item }
  | { what: 'event'; id?: string; start?: string; end?: string }
  | { what: 'timetable'; entry?: Entry; start?: string; end?: string }
  | { what: 'meeting'; id?: string; instruction?: boolean; start?: string; end?: string }
  | { what: 'delete'; entry: Entry }
  | { what: 'feeds' }
  | { what: 'import' }
