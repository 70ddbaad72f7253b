// Times in the list of who writes: of another day with their date. An exam may be open for days, and the list is looked at afterwards.
import { dateTime, daysFromNow, type time, type timeWithSeconds } from '../../../ui/format.ts'

export const onDay = (iso: string, today: typeof time | typeof timeWithSeconds, now: number): string =>
  daysFromNow(iso, now) === 0 ? today(iso) : dateTime(iso)
