// Upkeep of notes: they follow a file that is replaced, outlive their activity for who wrote them, and go with their course and their author.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { uploadsById } from '../activity/uploads/uploads.ts'
import { targetTypes } from './notes/api.ts'

/**
 * Notes beside a replaced file go to the one at its place. A moment and a page stay while the new file has them; words of a document are to be found
 * again on its pages, which the page of the author does: until then they have no place. The version stays: who is writing one has no newer text to read.
 */
export async function moveNotes(tx: Tx, activity: string, replaced: readonly [from: string, to: string][]): Promise<void> {
  const files = await uploadsById(
    tx,
    replaced.map(([, to]) => to),
  )
  for (const [from, to] of replaced) {
    const file = files.get(to)
    // a document counts its pages a moment after it has arrived
    const type = targetTypes.find((one) => one === file?.type)
    await run(
      tx,
      `update notes set target_id = $3, target_type = coalesce($4, target_type),
         placed = placed and coalesce($4 = target_type and anchor <= coalesce($5::numeric, anchor) and (target_type <> 'document' or quote = ''), false)
       where activity_id = $1 and target_id = $2`,
      activity,
      from,
      to,
      type ?? null,
      type === 'video' && file?.duration ? file.duration + 1 : type === 'document' ? (file?.pages ?? null) : null,
    )
  }
}

/** Activities that are about to be purged leave people's own notes behind, without a way back. */
export const leaveActivities = (tx: Tx, activities: string[]) =>
  run(tx, `update notes set activity_id = null where activity_id = any($1)`, activities)

/** Deletes notes that lay in the bin until `before`, at most `size`; returns their number. */
export async function purgeNotes(tx: Tx, before: Date, size: number): Promise<number> {
  const gone = await rows(
    tx,
    `delete from notes where id in (select id from notes where deleted_at <= $1 order by deleted_at limit $2 for update skip locked) returning id::text`,
    before,
    size,
  )
  return gone.length
}

export const purgeCourseNotes = (tx: Tx, course: string) => run(tx, 'delete from notes where course_id = $1', course)
export const eraseNotes = (tx: Tx, person: string) => run(tx, 'delete from notes where person_id = $1', person)
