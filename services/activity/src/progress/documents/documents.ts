// The documents of activities: which they are, and whether their pages are known.
import { invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import { uploadsById } from '../../activity/uploads/uploads.ts'
import type { Document } from './rules.ts'

/** The documents among these uploads, in their order. */
export async function documentsAmong(tx: Tx, uploadIds: string[]): Promise<(Document & { name: string })[]> {
  const uploads = await uploadsById(tx, uploadIds)
  return uploadIds.flatMap((id) => {
    const upload = uploads.get(id)
    return upload?.type === 'document' ? [{ id, name: upload.name, pages: upload.pages }] : []
  })
}

/** Refuses the criterion read_pages for uploads whose pages nobody knows. 400 activity.noPages, activity.pagesUnknown at `field`. */
export async function checkPages(tx: Tx, uploadIds: string[], field: 'completion_criterion_key' | 'upload_ids'): Promise<void> {
  const ids = uploadIds.map((id) => id.toLowerCase())
  const documents = await documentsAmong(tx, ids)
  const unknown = documents.find(({ pages }) => pages === null)
  if (unknown) throw invalid({ [field]: notKnownYet('activity.pagesUnknown', { name: unknown.name }) })
  if (documents.length === 0) throw invalid({ [field]: 'activity.noPages' })
}
