// The room of the activity: its row, its files and the facts of both.
import { on } from '@lyceum/kit/facts/consumer'
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { UploadChangedSchema, UploadCreatedSchema, UploadDeletedSchema, UploadFailedSchema, UploadReadySchema } from '@lyceum/proto/upload'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { emitActivities, readActivities } from './activity-row.ts'
import { holdActivityFiles } from './held-files.ts'
import { upsertUpload } from './uploads/uploads.ts'

export const activityRoom = {
  finders: {
    activity: finderIn('(select * from activities where not deleted)'),
    deletedActivity: finderIn('(select * from activities where deleted)'),
  },
  consumers: {
    upload: {
      uploadCreated: on(UploadCreatedSchema, upsertUpload),
      uploadChanged: on(UploadChangedSchema, upsertUpload),
      uploadReady: on(UploadReadySchema, upsertUpload),
      uploadFailed: on(UploadFailedSchema, upsertUpload),
      uploadDeleted: on(UploadDeletedSchema, upsertUpload),
    },
  },
  resync: {
    async activities(tx, after) {
      const raised = await raiseVersions(tx, 'activities', after)
      const activities = await readActivities(tx, raised)
      await holdActivityFiles(tx, activities, new Date())
      await emitActivities(tx, ActivityChangedSchema, activities)
      return raised.at(-1)
    },
  },
} satisfies Room
