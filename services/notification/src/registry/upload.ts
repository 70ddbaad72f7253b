// Types about uploads.
import { UploadFailedSchema } from '@lyceum/proto/upload'
import { notificationType } from './notification-type.ts'

export const uploadTypes = {
  /** After its owner has gone: what fails while they send it is the answer to their call, and nobody is notified of their own doing. */
  upload_failed: notificationType({
    fact: UploadFailedSchema,
    audience: 'person',
    bundled: false,
    topic: 'files',
    channels: ['page'],
    notice: ({ upload }) =>
      upload && !upload.deleted
        ? { recipient: upload.personId, subject: { type: 'upload', id: upload.id, title: upload.name } }
        : undefined,
  }),
}
