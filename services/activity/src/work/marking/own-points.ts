// Whether the members of a group have a mark each, and which of them have points of their own.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { settingsOf } from '../../types/settings.ts'
import type { Activity } from '../../generated/client.ts'

export const marksEach = (activity: Pick<Activity, 'type' | 'settings' | 'groupSetId'>): boolean =>
  activity.groupSetId !== null && settingsOf(activity).group_marks === 'each'

/** Person → their own points, as text; whoever has those of the group is missing. */
export async function ownPoints(tx: Tx, activity: Activity, submission: string, n: number): Promise<Map<string, string>> {
  if (!marksEach(activity)) return new Map()
  const found = await rows<{ person: string; points: string }>(
    tx,
    'select person_id::text as person, trim_scale(points)::text as points from member_points where submission_id = $1 and n = $2',
    submission,
    n,
  )
  return new Map(found.map(({ person, points }) => [person, points]))
}
