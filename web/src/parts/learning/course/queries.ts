// Queries of a course and of its content, common to the course's pages and its activities.
import { queryOf } from '../../../queries.ts'
import { reads } from '../../../reads.ts'

export const courseQuery = (id: string) => queryOf(reads.course, { id })
export const contentQuery = (id: string) => queryOf(reads.courseContent, { id })
