// Whether markers learn whose work it is: of anonymous activities only once their scores are released, which are released together.
import type { Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../generated/client.ts'
import { isReleased } from '../scores/work-scores.ts'

export const isNameless = async (tx: Tx, activity: Pick<Activity, 'id' | 'anonymous'>): Promise<boolean> =>
  activity.anonymous && !(await isReleased(tx, activity))
