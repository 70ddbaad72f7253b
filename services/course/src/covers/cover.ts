// Cover of a course: a ready picture of the person who sets it.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Deps } from '../deps.ts'
import type { Course } from '../generated/client.ts'

/** 400 at cover_upload_id unless it is a ready picture of this person's, in their organisation: guest teachers keep their files in theirs. The
 *  course's earlier cover may be a colleague's. */
export async function checkCover(
  db: Deps['db'],
  id: string,
  { org, person }: Pick<Actor, 'org' | 'person'>,
  course?: Pick<Course, 'previousCoverId'>,
): Promise<void> {
  const own = id.toLowerCase() === course?.previousCoverId ? {} : { orgId: org, personId: person }
  const upload = await db.upload.findUnique({ where: { id, ...own, deleted: false } })
  if (!upload) throw invalid({ cover_upload_id: notKnownYet('upload.unknown', { id }) })
  if (upload.type !== 'image') throw invalid({ cover_upload_id: 'course.coverNotPicture' })
  if (upload.status !== 'ready') throw invalid({ cover_upload_id: notKnownYet('upload.notReady') })
}
