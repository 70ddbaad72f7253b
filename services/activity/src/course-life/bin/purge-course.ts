// The end of a course's content: it is put past the bin's time, whose job deletes it piece by piece with all that hangs on it.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityDeletedSchema } from '@lyceum/proto/activity'
import type { CoursePurged } from '@lyceum/proto/course'
import { activityColumns, activityOf, emitActivities, type SqlActivity } from '../../activity/activity-row.ts'
import { holdActivityFiles } from '../../activity/held-files.ts'
import { inEveryRoom } from '../../lifecycle.ts'

const past = new Date(0)

export async function purgeCourse(tx: Tx, { courseId }: CoursePurged): Promise<void> {
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
  await inEveryRoom('purgeCourse', tx, courseId)
  const deleted = removed.map(activityOf).sort((a, b) => (a.id < b.id ? -1 : 1))
  await holdActivityFiles(tx, deleted, past)
  await emitActivities(tx, ActivityDeletedSchema, deleted)
}
