// The files that activities hold: upload's rights follow their facts.
import type { Tx } from '@lyceum/kit/database/database'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { binLifetime } from './lifetime.ts'
import type { Activity as Row } from '../generated/client.ts'

/** All files of an activity: its uploads, those in its text, those in kept versions of its text. */
export const heldUploads = ({
  uploadIds,
  textUploadIds,
  keptUploadIds,
}: Pick<Row, 'uploadIds' | 'textUploadIds' | 'keptUploadIds'>): string[] => [...new Set([...uploadIds, ...textUploadIds, ...keptUploadIds])]

/** Emits the files of these activities, of a deleted one that it holds none. Call it after every write that changes their files, before the activity's own fact. */
export const holdActivityFiles = (tx: Tx, changed: Row[], now: Date) =>
  holdFiles(
    tx,
    FilesHeldSchema,
    changed.map((row) => ({
      holder: `activity:${row.id}`,
      orgId: row.orgId,
      courseId: row.courseId,
      uploadIds: row.deleted ? [] : heldUploads(row),
      hold: false,
      byRight: true,
      version: row.version,
      restorableUntil: row.deleted ? new Date((row.deletedAt ?? now).getTime() + binLifetime).toISOString() : undefined,
    })),
  )
