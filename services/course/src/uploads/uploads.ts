// What course knows of uploads, filled from upload's facts: enough to tell whether one can be the cover of a course.
import { one, type Tx } from '@lyceum/kit/db'
import { invalid, unknownHere } from '@lyceum/kit/errors'
import type { Upload } from '@lyceum/proto/upload'

/** Writes only what is newer; what was deleted is kept, marked so. */
export async function keepUpload(tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> {
  if (!upload || upload.type === 'folder') return
  await tx.$executeRawUnsafe(
    `
    insert into uploads as u (id, org_id, person_id, type, status, deleted, version)
    values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bool, $7::text::bigint)
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

/** 400 at cover_upload_id unless it is a ready picture of this person's in the course's organisation. */
export async function checkCover(tx: Tx, id: string, { org, person }: { org: string; person: string }): Promise<void> {
  const found = await one<{ type: string; status: string }>(
    tx,
    'select type, status from uploads where id = $1::uuid and org_id = $2::uuid and person_id = $3::uuid and not deleted',
    id,
    org,
    person,
  )
  if (!found) throw invalid({ cover_upload_id: unknownHere('upload.unknown', { id }) })
  if (found.type !== 'image') throw invalid({ cover_upload_id: 'course.coverNotPicture' })
  if (found.status !== 'ready') throw invalid({ cover_upload_id: unknownHere('upload.notReady') })
}
