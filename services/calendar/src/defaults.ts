// The values of a new entry of the calendar where none are chosen (spec §9). For the service and the page; no imports.

/** The alert of an event for which one is wanted. */
export const defaultAlert = 100
/** Events and timetables have one of six colours; a timetable is stored with one orange, whatever was chosen. */
export const calendarColours = ['teal', 'blue', 'orange', 'plum', 'olive', 'grey'] as const
export type CalendarColour = (typeof calendarColours)[number]
export const timetableColour: CalendarColour = 'orange'

const [minute, hour] = [60_000, 3_600_000]
type Span = { start: Date; end: Date }
const span = (start: number, length: number): Span => ({ start: new Date(start), end: new Date(start + length) })

/** From the next full hour, for an hour. Zones with half hours have their full hours at other times: `offset` is theirs from UTC, in milliseconds. */
export const newEvent = (now: Date, offset = 0): Span => span(nextHour(now, offset), hour)
/** From the next full hour, for two hours. */
export const newTimetable = (now: Date, offset = 0): Span => span(nextHour(now, offset), 2 * hour)
/** Ten minutes from now, for an hour. */
export const newMeeting = (now: Date): Span => span(Math.ceil(now.getTime() / minute) * minute + 10 * minute, hour)

const nextHour = (now: Date, offset: number) => (Math.floor((now.getTime() + offset) / hour) + 1) * hour - offset
