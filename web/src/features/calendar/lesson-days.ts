// The weekdays of lessons, which are days of their zone: a lesson at eight in Bangkok is one of the evening before in New York.
import { weekday } from '../../ui/dates.ts'
import { dateTimeIn } from '../../ui/format.ts'

/** The weekday of a time (ISO) by the clock of a zone: Monday "1" to Sunday "7". */
export const weekdayThere = (time: string, zone: string) => String(weekday(dateTimeIn(time, zone).slice(0, 10).replaceAll('.', '-')) + 1)

/** The weekdays (1,3) of a series after a lesson of it goes from one of them to another: it takes its day of the week along. */
export const daysAfter = (days: string, from: string, to: string) =>
  [...new Set(days.split(',').map((day) => (day === from ? to : day)))].sort().join()
