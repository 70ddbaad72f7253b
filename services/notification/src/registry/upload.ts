// Types about uploads and what is shared of them.
import { SharedResourceChangedSchema, UploadFailedSchema } from '@lyceum/proto/upload'
import { notificationType } from './notification-type.ts'

/** A reviewer decided over what somebody shares, unless it is taken back meanwhile (notifications/taken-back.ts). The reason is on the page alone. */
const sharingDecided = (status: 'agree' | 'reject') =>
  notificationType({
    fact: SharedResourceChangedSchema,
    audience: 'person',
    bundled: false,
    topic: 'files',
    channels: ['page'],
    waits: 2,
    notice: ({ auditStatus, uploadId, name, personId, groupId }) =>
      auditStatus === status
        ? { recipient: personId, subject: { type: 'upload', id: uploadId, title: name }, params: { resource_group: groupId } }
        : undefined,
  })

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
  sharing_agreed: sharingDecided('agree'),
  sharing_rejected: sharingDecided('reject'),
}
