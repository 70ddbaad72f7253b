// When a course is over: its last day passes by the clock of its own zone, else of its organisation's.
import { localOf } from '@lyceum/kit/text/time-zones'

/** `2026-09-01` */
export const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

export type Ending = { endDate: Date | null; zone: string }
/** The last day of a course has passed. */
export const hasEnded = ({ endDate, zone }: Ending, now: Date): boolean =>
  endDate !== null && dayOf(endDate)! < dayOf(new Date(localOf(zone, now.getTime())))!

/** The zone of course `c`. */
export const zoneSql = `coalesce(c.time_zone, (select o.settings->>'time_zone' from mirror.orgs o where o.id = c.org_id), 'UTC')`
/** The same of course `c`; null without a last day. Zones are asked about days that are near alone: others are past, or to come, in all of them. */
export const endedSql = `(c.end_date < current_date + 2 and (c.end_date < current_date - 2 or c.end_date < (now() at time zone ${zoneSql})::date))`
