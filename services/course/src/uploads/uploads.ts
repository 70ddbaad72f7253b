// Projection of uploads from upload's facts: enough to decide whether one can be a course's cover.
import { run, type Tx } from '@lyceum/kit/database/database'
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import type { Upload } from '@lyceum/proto/upload'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Deps } from '../deps.ts'
import type { Course } from '../generated/client.ts'

/** Writes only newer versions; deleted uploads stay and are marked. */
export async function upsertUpload(tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> {
  if (!upload || upload.type === 'folder') return
  await run(
    tx,
    `
    insert into uploads as u (id, org_id, person_id, type, status, deleted, version)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update set type = excluded.type, status = excluded.status, deleted = excluded.deleted, version = excluded.version
    where u.version < excluded.version`,
    upload.id,
    upload.orgId,
    upload.personId,
    upload.type,
    upload.status,
    upload.deleted,
    String(upload.version),
  )
}

/** 400 at cover_upload_id unless it is a ready picture of this person's, in their organisation: guest teachers keep their files in theirs. What the
 *  course had before may be a colleague's. */
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
