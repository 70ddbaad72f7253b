// An activity as progress is recorded in it.
import type { Tx } from '@lyceum/kit/database/database'
import { watchingOf } from '../types/settings.ts'
import { documentsAmong } from './documents/documents.ts'
import type { Document } from './documents/rules.ts'
import type { Activity } from '../generated/client.ts'

export type RecordedActivity = Pick<Activity, 'id' | 'courseId' | 'orgId' | 'criterionKey'> & {
  /** Its percentage is how much of a recording was watched. */
  watching: boolean
  /** The documents of an activity whose criterion is read_pages. */
  documents?: readonly Document[] | undefined
}

export const recordedActivity = async (
  tx: Tx,
  activity: Pick<Activity, 'id' | 'courseId' | 'orgId' | 'criterionKey' | 'type' | 'uploadIds' | 'settings'>,
): Promise<RecordedActivity> => ({
  ...activity,
  watching: watchingOf(activity) !== undefined,
  documents: activity.criterionKey === 'read_pages' ? await documentsAmong(tx, activity.uploadIds) : undefined,
})
