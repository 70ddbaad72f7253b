// Consumers of course: the facts of other services that it applies, and how.
import { type Consumers, merge, on } from '@lyceum/kit/facts/consumer'
import { identityMirror } from '@lyceum/identity/mirror/consumers'
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { ContentCopiedSchema } from '@lyceum/proto/activity'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { endCopy } from './copies/copies.ts'
import { eraseInvites } from './enrolments/invite-rows.ts'
import { eraseRequests } from './enrolments/join-requests.ts'
import { promoteWaiting } from './enrolments/waiting.ts'
import { leaveAll } from './enrolments/removals.ts'
import { eraseReadsOf } from './reads/reads.ts'
import { eraseStays } from './groups/stays.ts'
import { upsertUpload } from './uploads/uploads.ts'

export const consumers: Consumers = merge(identityMirror, {
  activity: { contentCopied: on(ContentCopiedSchema, endCopy) },
  identity: {
    personErased: on(PersonErasedSchema, async (tx, _, { key }) => {
      const person = personOfKey(key)
      const freed = await leaveAll(tx, person)
      await eraseStays(tx, person)
      await eraseInvites(tx, person)
      await eraseRequests(tx, person)
      await eraseReadsOf(tx, person)
      await promoteWaiting({ db: tx, now: () => new Date() }, freed)
    }),
  },
  upload: {
    uploadCreated: on(UploadCreatedSchema, upsertUpload),
    uploadChanged: on(UploadChangedSchema, upsertUpload),
    uploadReady: on(UploadReadySchema, upsertUpload),
    uploadFailed: on(UploadFailedSchema, upsertUpload),
    uploadDeleted: on(UploadDeletedSchema, upsertUpload),
  },
})
