// Access to an activity at a point in time: drafts, start, end, prerequisites.
import { type CourseAccess, type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { forbidden, notFound } from '@lyceum/kit/calls/errors'
import type { Actor } from '@lyceum/kit/calls/actor'
import { assertUnlocked } from '../prerequisites/prerequisites.ts'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { availabilityOf } from './rules.ts'
import { tellsProgress } from '../progress/trials.ts'

/** Reads the row, if the actor may open it now. 404, 403 as assertOpen and assertUnlocked. */
export async function openActivity({ db, now }: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Row> {
  const row = await db.activity.findUnique({ where: { id } })
  if (!row) throw notFound('activity', id)
  assertOpen(row, scope.access, now())
  if (!seesAll(scope.access)) await assertUnlocked(db, id, actor.person, !tellsProgress(scope))
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
