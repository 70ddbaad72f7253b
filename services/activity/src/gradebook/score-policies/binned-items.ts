// Items made by hand in the bin: their scores wait with them, as they were, shown to nobody and counted nowhere.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { binLifetime } from '../../activity/lifetime.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { lockBook } from '../scores/book.ts'
import { recalculateAll } from '../scores/recalculation.ts'
import { keepShown } from '../scores/release-item.ts'
import { type Gradebook, scoreColumns } from '../scores/score-row.ts'
import { emitReleased, emitWithdrawn, type ScoreFactRow, scoreFactColumns } from '../scores/score-facts.ts'
import type { ScoreItem } from './api.ts'
import { auditItem, lockItem, mostItems, readItem } from './items.ts'

/** 409 scoreItem.ofActivity. */
export async function deleteItem(
  { db, now }: Deps,
  { person }: Actor,
  place: Gradebook,
  id: string,
  version: number | undefined,
): Promise<{ task: string | null }> {
  const { activity_id } = await lockItem(db, place, id, version)
  if (activity_id !== null) throw conflict('scoreItem.ofActivity')
  const time = now()
  await auditItem(db, place, 'scoreItem.deleted', id, await readItem(db, id), undefined)
  const shown = await raiseShown(db, id)
  await keepShown(db, shown, 'withdrawn', person)
  await emitWithdrawn(db, shown)
  await run(
    db,
    `update score_items set deleted = true, deleted_at = $2, deleted_by = $3, version = ${nextVersion()} where id = $1`,
    id,
    time,
    person,
  )
  return { task: await recalculateAll(db, place, time) }
}

/** With its scores as they were: what was shown is shown again. 404 after 30 days, 409 results.final. */
export async function restoreItem(
  { db, now }: Deps,
  { person }: Actor,
  place: Gradebook,
  id: string,
): Promise<{ item: ScoreItem; task: string | null }> {
  await lockBook(db, place, 'update')
  const counted = await one<{ n: number }>(
    db,
    'select count(*)::int as n from score_items where course_id = $1 and not deleted',
    place.course,
  )
  if ((counted?.n ?? 0) >= mostItems) throw invalid({ title: 'scoreItem.tooMany' })
  const time = now()
  const restored = await one<{ source: 'attendance' | null }>(
    db,
    `
    update score_items set deleted = false, deleted_at = null, deleted_by = null, version = ${nextVersion()}
    where id = $1 and course_id = $2 and deleted and activity_id is null and deleted_at > $3
    returning source`,
    id,
    place.course,
    new Date(time.getTime() - binLifetime),
  )
  if (!restored) throw notFound('scoreItem', id)
  // roll calls were noted meanwhile
  if (restored.source === 'attendance')
    await enqueue(db, {
      kind: 'scoreAttendance',
      key: `attendance-score:${place.course}`,
      payload: { org: place.org, course: place.course },
    })
  const item = await readItem(db, id)
  await auditItem(db, place, 'scoreItem.restored', id, undefined, item)
  const shown = await raiseShown(db, id)
  await keepShown(db, shown, 'released', person)
  await emitReleased(db, shown, null)
  return { item, task: await recalculateAll(db, place, time) }
}

/** The scores that are shown, with a new version: their facts are newer than those before. */
const raiseShown = (tx: Tx, item: string): Promise<ScoreFactRow[]> =>
  rows<ScoreFactRow>(
    tx,
    `
    update scores s set version = ${nextVersion('s.version')}
    where s.item_id = $1 and s.released and (s.points is not null or s.state = 'excused') returning ${scoreColumns('s')}, ${scoreFactColumns('s')}`,
    item,
  )

/** Purges at most `size` that were deleted by then, with their scores; returns their number. */
export const purgeItems = async (tx: Tx, before: Date, size: number): Promise<number> =>
  await run(
    tx,
    `
    delete from score_items where id in (
      select id from score_items where deleted and activity_id is null and deleted_at <= $1 limit ${size} for update skip locked)`,
    before,
  )
