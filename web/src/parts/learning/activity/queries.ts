// Query of one activity.
import { queryOf } from '../../../queries.ts'
import { reads } from '../../../reads.ts'

export const activityQuery = (activityId: string) => queryOf(reads.activity, { activityId })
