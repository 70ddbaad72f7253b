// The content of a course that is forgotten: it goes past the bin's time, whose job forgets it piece by piece with all that hangs on it.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityDeletedSchema } from '@lyceum/proto/activity'
import type { CoursePurged } from '@lyceum/proto/course'
import { activityColumns, activityOf, emitActivities, type SqlActivity } from '../../activity/activity-row.ts'
import { holdActivityFiles } from '../../activity/held-files.ts'
import { forgetBanks } from '../../questions/banks/upkeep.ts'
import { forgetDrafts } from '../../content/drafts/drafts.ts'
import { forgetBook } from '../../gradebook/scores/forget-scores.ts'

const past = new Date(0)

export async function forgetCourse(tx: Tx, { courseId }: CoursePurged): Promise<void> {
  await forgetBook(tx, courseId)
  const removed = await rows<SqlActivity>(
    tx,
    `
    update activities a set deleted = true, deleted_at = $2, was_published = a.published, published = false,
      version = n.version, grants_since = n.version, updated_at = now()
    from (select id, ${nextVersion()} as version from activities where course_id = $1 and not deleted order by id for no key update) n
    where a.id = n.id returning ${activityColumns}`,
    courseId,
    past,
  )
  for (const table of ['activities', 'modules', 'syllabuses'])
    await run(tx, `update ${table} set deleted = true, deleted_at = $2 where course_id = $1`, courseId, past)
  // what no activity takes along
  for (const table of ['allowances', 'course_copies']) await run(tx, `delete from ${table} where course_id = $1`, courseId)
  await forgetDrafts(tx, courseId)
  await forgetBanks(tx, { courseId })
  const deleted = removed.map(activityOf).sort((a, b) => (a.id < b.id ? -1 : 1))
  await holdActivityFiles(tx, deleted, past)
  await emitActivities(tx, ActivityDeletedSchema, deleted)
}
