// Opening an activity: whether it is there for this person now.
import { seesAll, type Standing, standingOf } from '@lyceum/course/mirror/rules'
import { forbidden, notFound } from '@lyceum/kit/errors'
import type { Place } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { availabilityOf } from './rules.ts'

/** The row, if the actor may open it now. */
export async function openActivity({ db, now }: Deps, place: Place, id: string): Promise<Row> {
  const row = await db.activity.findUnique({ where: { id } })
  if (!row) throw notFound('activity', id)
  mayOpen(row, standingOf(place), now())
  return row
}

/** Throws 404 for what is deleted and for drafts, 403 before the start and after the end; who teaches sees all but what is deleted. */
export function mayOpen(row: Pick<Row, 'id' | 'deleted' | 'published' | 'startTime' | 'endTime'>, standing: Standing, now: Date): void {
  if (row.deleted) throw notFound('activity', row.id)
  if (seesAll(standing)) return
  const availability = availabilityOf({ published: row.published, start: row.startTime, end: row.endTime }, now)
  if (availability === 'unpublished') throw notFound('activity', row.id)
  if (availability === 'notStarted') throw forbidden('activity.notStarted', { start_time: row.startTime!.toISOString() })
  if (availability === 'ended') throw forbidden('activity.ended', { end_time: row.endTime!.toISOString() })
}
