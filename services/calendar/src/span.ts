// The span of time that a list is asked for.
import { invalid } from '@lyceum/kit/calls/errors'

const mostDays = 400

/** The span of a list. 400 when it ends before it begins or is longer than 400 days. */
export function spanOf({ start, end }: { start: string; end: string }): { from: Date; to: Date } {
  const [from, to] = [new Date(start), new Date(end)]
  if (to <= from) throw invalid({ end: 'calendarEvent.endBeforeStart' })
  if (to.getTime() - from.getTime() > mostDays * 86_400_000) throw invalid({ end: ['calendar.spanTooLong', { days: mostDays }] })
  return { from, to }
}
