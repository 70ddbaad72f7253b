// Access to an activity at a point in time: drafts, start, end, prerequisites.
import { type CourseAccess, type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { assertUnlocked } from '../times/prerequisites/prerequisites.ts'
import { readableBefore, staysReadable } from '../types/activity-types.ts'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import type { ModuleTimes, Times } from '../times/rules.ts'
import { closes, due, joinTimes, opens, shownSql } from '../times/times-sql.ts'
import { activityColumns, activityOf, type SqlActivity } from './activity-row.ts'
import { availabilityOf } from '../types/rules.ts'
import { workRulesOf } from '../types/settings.ts'
import { countsProgress } from '../trial.ts'

/**
 * An activity with the times that hold for the actor, and the version of personal ones; 0: there are none. To who teaches it keeps its own times,
 * and `module` is the state that follows from its module.
 */
export type OpenedActivity = Row & { timesVersion: number; module: ModuleTimes | undefined }
type Personal = Times & {
  shown: boolean
  times_version: string | null
  d_published: boolean | null
  d_starts: Date | null
  d_ends: Date | null
}

/**
 * Reads the row, if the actor may open it now. 404, 403 as assertOpen and assertUnlocked. `afterEnd`: also once it is closed, as for what became of
 * one's work in it.
 */
export async function openActivity(
  { db, now }: Deps,
  { person }: Actor,
  scope: CourseScope,
  id: string,
  afterEnd = false,
): Promise<OpenedActivity> {
  const { access } = scope
  const teaching = seesAll(access)
  const found = await one<SqlActivity & Personal>(
    db,
    `select ${activityColumns}, ${shownSql('a')} as shown, ${opens} as opens, ${due} as due, ${closes} as closes, t.version as times_version,
       d.published as d_published, d.starts_at as d_starts, d.ends_at as d_ends
     from activities a ${joinTimes("nullif($2, '')::uuid")} where a.id = $1`,
    id,
    teaching ? '' : person,
  )
  if (!found) throw notFound('activity', id)
  const { opens: startTime, due: dueTime, closes: endTime, shown, times_version, d_published, d_starts, d_ends, ...columns } = found
  const general = activityOf(columns)
  const row = {
    ...general,
    ...(!teaching && { published: shown, startTime, dueTime, endTime }),
    timesVersion: Number(times_version ?? 0),
    module: teaching && d_published !== null ? { published: d_published, starts: d_starts, ends: d_ends } : undefined,
  }
  assertOpen(afterEnd ? { ...row, endTime: null } : row, access, now())
  if (!teaching) await assertUnlocked(db, id, person, !countsProgress(scope))
  return row
}

/** Throws 404 for deleted activities and drafts, 403 before the start and, unless work is handed in for them, after the end. Teachers open all that are not deleted. */
export function assertOpen(
  row: Pick<Row, 'id' | 'type' | 'settings' | 'deleted' | 'published' | 'startTime' | 'endTime'>,
  access: CourseAccess,
  now: Date,
): void {
  if (row.deleted) throw notFound('activity', row.id)
  if (seesAll(access)) return
  const availability = availabilityOf({ published: row.published, start: row.startTime, end: row.endTime }, now)
  if (availability === 'unpublished') throw notFound('activity', row.id)
  if (availability === 'notStarted' && !readableBefore(row.type))
    throw forbidden('activity.notStarted', { start_time: row.startTime!.toISOString() })
  if (availability === 'ended' && !workRulesOf(row) && !staysReadable(row.type))
    throw forbidden('activity.ended', { end_time: row.endTime!.toISOString() })
}
