// A copy of an activity's row: its content and files, and nothing of the people who worked in it.
import { run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { ActivityCreatedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import { emitActivities } from '../../activity/activity-row.ts'
import { heldUploads, holdActivityFiles } from '../../activity/held-files.ts'
import type { Deps } from '../../deps.ts'
import type { Activity as Row, Prisma } from '../../generated/client.ts'
import { inEveryRoom } from '../../lifecycle.ts'
import { refreshActivityTimes } from '../../times/personal-times.ts'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import { definitionOf } from '../../types/activity-types.ts'
import type { CourseCopy } from '../../activity/links.ts'

/** The target of a copy, with the fields that differ from the original. */
export type CopyTarget = Pick<Row, 'orgId' | 'courseId' | 'moduleId' | 'sort' | 'title' | 'createdBy'> &
  Partial<Pick<Prisma.ActivityUncheckedCreateInput, 'settings'>> &
  Partial<Pick<Row, 'id' | 'body' | 'published' | 'groupSetId' | 'startTime' | 'dueTime' | 'endTime' | 'releaseTime'>>

/** Makes the copy with its rubric, a draft unless the target differs, and emits its fact. */
export async function copy(deps: Pick<Deps, 'db' | 'now'>, from: Row, target: CopyTarget): Promise<Row> {
  const [row] = await copyAll(deps, [{ from, target }])
  return row!
}

/**
 * The same for many, into one course. Files are held by reference: the same bytes, without those that are deleted. Groups and categories of scores
 * belong to a course, so in another one it has none, unless the target names its own. Of a copied course (`copy`) questions and rubrics lead into it.
 */
export async function copyAll(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  copies: { from: Row; target: CopyTarget }[],
  copy?: CourseCopy,
): Promise<Row[]> {
  const [first] = copies
  if (!first) return []
  const files = await uploadsById(db, [...new Set(copies.flatMap(({ from }) => heldUploads(from)))])
  const existing = (ids: string[]) => ids.filter((id) => files.has(id))
  const made = await db.activity.createManyAndReturn({
    data: copies.map(({ from, target }) => {
      const there = target.courseId === from.courseId
      return {
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
        uploadIds: existing(uploadsOfCopy(from)),
        textUploadIds: existing(from.textUploadIds),
        version: versionAfter(undefined, now()),
        id: newId(),
        ...target,
      }
    }),
  })
  const { orgId: org, courseId: course } = first.target
  await refreshActivityTimes(
    db,
    { org, course },
    made.map(({ id }) => id),
  )
  await inEveryRoom(
    'copied',
    db,
    course,
    made.map((to, at) => ({ from: copies[at]!.from.id, to })),
    now(),
    copy,
  )
  await holdActivityFiles(
    db,
    made.filter((row) => heldUploads(row).length > 0),
    now(),
  )
  await emitActivities(db, ActivityCreatedSchema, made)
  await emitActivities(
    db,
    ActivityPublishedSchema,
    made.filter(({ published }) => published),
  )
  return made
}

/** Recordings are of the lecture that was held: of one that is met the copy has the files of the text alone. */
const uploadsOfCopy = ({ type, body, uploadIds }: Row): string[] => {
  const inText = definitionOf(type)?.meeting && new Set(filesIn(body))
  return inText ? uploadIds.filter((id) => inText.has(id)) : uploadIds
}

/** Copies the prerequisites of the original, without deleted ones. In the same course alone; nothing waits for the copy, so it closes no circle. */
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
