import { queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'

export const activityQuery = (activityId: string) => queryOf(reads.activity, { activityId })
export const courseQuery = (id: string) => queryOf(reads.course, { id })
export const contentQuery = (id: string) => queryOf(reads.courseContent, { id })
