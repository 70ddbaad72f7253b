// Access to an activity at a point in time: drafts, start, end, prerequisites.
import { type CourseAccess, type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import { sqlOf } from '@lyceum/kit/database/connections'
import { one } from '@lyceum/kit/database/database'
import { assertUnlocked } from '../prerequisites/prerequisites.ts'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { joinTimes } from '../times/personal-times.ts'
import { activityColumns, activityOf, type SqlActivity } from './activity-row.ts'
import { availabilityOf } from './rules.ts'
import { tellsProgress } from '../progress/trials.ts'

/** An activity with the times that hold for the actor, and the version of these; 0: they are the activity's own. */
export type OpenedActivity = Row & { timesVersion: number }
type Personal = { opens: Date | null; due: Date | null; closes: Date | null; times_version: string | null }

/** Reads the row, if the actor may open it now. 404, 403 as assertOpen and assertUnlocked. */
export async function openActivity({ db, now }: Deps, { person }: Actor, scope: CourseScope, id: string): Promise<OpenedActivity> {
  const { access } = scope
  const found = await one<SqlActivity & Personal>(
    sqlOf(db),
    `select ${activityColumns}, t.opens, t.due, t.closes, t.version as times_version
     from activities a ${joinTimes("nullif($2, '')::uuid")} where a.id = $1`,
    id,
    seesAll(access) ? '' : person,
  )
  if (!found) throw notFound('activity', id)
  const { opens, due, closes, times_version, ...columns } = found
  const general = activityOf(columns)
  const row = {
    ...general,
    startTime: opens ?? general.startTime,
    dueTime: due ?? general.dueTime,
    endTime: closes ?? general.endTime,
    timesVersion: Number(times_version ?? 0),
  }
  assertOpen(row, access, now())
  if (!seesAll(access)) await assertUnlocked(db, id, person, !tellsProgress(scope))
  return row
}

/** Throws 404 for deleted activities and drafts, 403 before the start and after the end. Teachers open all that are not deleted. */
export function assertOpen(
  row: Pick<Row, 'id' | 'deleted' | 'published' | 'startTime' | 'endTime'>,
  access: CourseAccess,
  now: Date,
): void {
  if (row.deleted) throw notFound('activity', row.id)
  if (seesAll(access)) return
  const availability = availabilityOf({ published: row.published, start: row.startTime, end: row.endTime }, now)
  if (availability === 'unpublished') throw notFound('activity', row.id)
  if (availability === 'notStarted') throw forbidden('activity.notStarted', { start_time: row.startTime!.toISOString() })
  if (availability === 'ended') throw forbidden('activity.ended', { end_time: row.endTime!.toISOString() })
}
