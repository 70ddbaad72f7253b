// A copy of an activity's row: what it says and holds, and nothing of the people who worked in it.
import { run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { ActivityCreatedSchema } from '@lyceum/proto/activity'
import { emitActivities } from '../activities/activity-row.ts'
import { heldUploads, holdActivityFiles } from '../activities/held-files.ts'
import type { Deps } from '../deps.ts'
import type { Activity as Row } from '../generated/client.ts'
import { refreshActivityTimes } from '../times/personal-times.ts'
import { uploadsById } from '../uploads/uploads.ts'

/** Where a copy goes. */
export type CopyTarget = Pick<Row, 'orgId' | 'courseId' | 'moduleId' | 'sort' | 'title' | 'createdBy'>

/**
 * Makes the copy, a draft, and tells it. Files are held by reference: the same bytes, without those that are deleted. Groups and
 * categories of scores belong to a course, so in another one it has none.
 */
export async function copy({ db, now }: Pick<Deps, 'db' | 'now'>, from: Row, target: CopyTarget): Promise<Row> {
  const there = target.courseId === from.courseId
  const files = await uploadsById(db, heldUploads(from))
  const existing = (ids: string[]) => ids.filter((id) => files.has(id))
  const row = await db.activity.create({
    data: {
      ...target,
      id: newId(),
      type: from.type,
      body: from.body,
      published: false,
      startTime: from.startTime,
      dueTime: from.dueTime,
      endTime: from.endTime,
      criterionKey: from.criterionKey,
      points: from.points,
      groupSetId: there ? from.groupSetId : null,
      categoryId: there ? from.categoryId : null,
      anonymous: from.anonymous,
      release: from.release,
      releaseTime: from.releaseTime,
      settings: from.settings ?? {},
      uploadIds: existing(from.uploadIds),
      textUploadIds: existing(from.textUploadIds),
      version: versionAfter(undefined, now()),
    },
  })
  await refreshActivityTimes(db, row)
  if (heldUploads(row).length > 0) await holdActivityFiles(db, [row], now())
  await emitActivities(db, ActivityCreatedSchema, [row])
  return row
}

/** What a copy opens after: as its original, without deleted ones. In the same course alone; nothing waits for the copy, so it closes no circle. */
export const copyPrerequisites = (tx: Tx, from: string, to: string) =>
  run(
    tx,
    `
    insert into activity_prerequisites (activity_id, required_id, course_id)
    select $2::uuid, q.required_id, q.course_id from activity_prerequisites q
    join activities r on r.id = q.required_id and not r.deleted and r.course_id = q.course_id
    join activities c on c.id = $2::uuid and c.course_id = q.course_id
    where q.activity_id = $1`,
    from,
    to,
  )
