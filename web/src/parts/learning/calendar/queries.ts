// Reads of the calendar, and the writes that several of its parts make.
import { call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { invalidate, query } from '../../../queries.ts'
import { addDays, momentOfDay } from '../../../ui/dates.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { type Item, keyOf } from './items.ts'

/** From the first day to the last in the reader's zone; a day more on both sides is for whole days of other zones. */
export const calendarQuery = (first: string, last: string) =>
  query('GET /api/calendar', { query: { start: momentOfDay(addDays(first, -1)), end: momentOfDay(addDays(last, 2)) } })
export const alertsQuery = query('GET /api/calendar-alerts')
export const feedsQuery = query('GET /api/calendar-feeds')
export const myOrgsQuery = query('GET /api/org')
export const myCoursesQuery = query('GET /api/my-courses', { query: { page_size: 100 } })
export const eventQuery = (id: string) => query('GET /api/calendar-events/:id', { params: { id } })
export const timetableQuery = (id: string) => query('GET /api/calendar-timetables/:id', { params: { id } })
export const meetingQuery = (id: string, instruction: boolean) =>
  (instruction
    ? query('GET /api/instruction-team/meeting/:id', { params: { id } })
    : query('GET /api/calendar-meeting/:id', { params: { id } })) as ReturnType<typeof query<'GET /api/calendar-meeting/:id'>>

export const teamMeetingsQuery = (course: string) =>
  query('GET /api/instruction-team/meeting', { query: { course_id: course, page_size: 10 } })

/** The next first, then those that are over; also while somebody reads it who only manages groups. */
export const groupMeetingsQuery = (group: string, page: number) =>
  query('GET /api/calendar-meeting', { query: { group_id: group, page, page_size: 20 } })

export const refreshCalendar = () =>
  invalidate(
    'GET /api/calendar',
    'GET /api/calendar-entries',
    'GET /api/calendar-events/:id',
    'GET /api/calendar-timetables/:id',
    'GET /api/calendar-meeting',
    'GET /api/calendar-meeting/:id',
    'GET /api/instruction-team/meeting/:id',
    'GET /api/instruction-team/meeting',
  )

type Times = { start_time: string; end_time: string }
/** Writes other times of an entry: of a lesson of that lesson alone. Answers its version. */
async function write({ entry }: Item, times: Times, version: number): Promise<{ id: string; version: number; alone: boolean }> {
  const { id, kind, occurrence_date, repeats } = entry!
  const body = { ...times, version }
  if (kind === 'event') return { ...(await call('PUT /api/calendar-events/:id', { params: { id }, body })), alone: false }
  if (kind === 'meeting') return { ...(await call('PUT /api/calendar-meeting/:id', { params: { id }, body })), alone: false }
  if (kind === 'instruction_meeting')
    return { ...(await call('PUT /api/instruction-team/meeting/:id', { params: { id }, body })), alone: false }
  const scope = repeats ? { update_scope: 'current' as const, occurrence_date: occurrence_date! } : {}
  return { ...(await call('PUT /api/calendar-timetables/:id', { params: { id }, body: { ...body, ...scope } })), alone: repeats }
}

/** Moves or resizes at once, and offers the way back. Answers the key of the item as it is then; undefined where it was refused. */
export async function retime(item: Item, times: Times): Promise<string | undefined> {
  const before = { start_time: item.start, end_time: item.end }
  try {
    const written = await write(item, times, item.entry!.version)
    // a lesson that left its series is one of its own now
    const moved = { ...item, entry: { ...item.entry!, id: written.id, repeats: written.alone ? false : item.entry!.repeats } }
    const undo = () =>
      void write(moved, before, written.version)
        .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
        .then(refreshCalendar)
    toast({ text: translate('calendar', 'moved', { title: item.title }), undo })
    await refreshCalendar()
    return keyOf({ ...moved.entry, ...times })
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
    await refreshCalendar()
    return undefined
  }
}

/** Deletes an event, and offers to bring it back. */
export async function deleteEvent({ id, title, version }: { id: string; title: string; version: number }): Promise<void> {
  try {
    await call('DELETE /api/calendar-events/:id', { params: { id }, query: { version } })
    const undo = () =>
      void call('PUT /api/calendar-events/:id/restore', { params: { id } })
        .catch((failure: unknown) => toast({ text: problemText(failure), error: true }))
        .then(refreshCalendar)
    toast({ text: translate('calendar', 'deleted', { title }), undo })
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
  }
  await refreshCalendar()
}
