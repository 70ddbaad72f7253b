// The room of the activity: its row, its files and the facts of both.
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { uploadMirror } from '@lyceum/upload/mirror/consumers'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { emitActivities, readActivities } from './activity-row.ts'
import { holdActivityFiles } from './held-files.ts'

export const activityRoom = {
  finders: {
    activity: finderIn('(select * from activities where not deleted)'),
    deletedActivity: finderIn('(select * from activities where deleted)'),
  },
  consumers: uploadMirror(
    'org_id',
    'person_id',
    'name',
    'type',
    'size',
    'status',
    'playable',
    'allow_download',
    'duration',
    'videos',
    'reason',
    'percent',
    'pages',
    'provider',
    'extension',
    'stored',
    'sha256',
  ),
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
