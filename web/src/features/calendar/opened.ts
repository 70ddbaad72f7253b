// The popup of the calendar that is open, with the entry or the time it is about.
import type { Entry, Item } from '../../parts/learning/calendar/items.ts'
import { formToResume } from '../../parts/base/drafts/resume.ts'

/** `begun`: what was written of it as an entry of another kind. */
export type New = { start?: string; end?: string; begun?: { title: string; description: string } }

export type Opened =
  | { what: 'item'; item: Item }
  | ({ what: 'event'; id?: string } & New)
  | ({ what: 'timetable'; entry?: Entry } & New)
  | ({ what: 'meeting'; id?: string; instruction?: boolean } & New)
  | { what: 'delete'; entry: Entry }
  | { what: 'feeds' }
  | { what: 'import' }

/** The entry that was being written when the session of this person ended. A lesson that was being changed is opened by hand. */
export function openedBefore(): Opened | undefined {
  const event = formToResume('calendar-event')
  if (event) return { what: 'event', ...(event !== 'new' && { id: event }) }
  const meeting = formToResume('calendar-meeting', (thing) => thing === 'new' || thing === 'new team')
  if (meeting) return { what: 'meeting', instruction: meeting === 'new team' }
  return formToResume('calendar-lesson', (thing) => thing === 'new') ? { what: 'timetable' } : undefined
}
