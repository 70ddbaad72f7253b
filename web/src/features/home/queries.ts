// What the home page reads: my courses, and of those I learn in, how far I am.
import type { Answer } from '../../client.ts'
import { query } from '../../queries.ts'

export const homeCourses = query('GET /api/my-courses', { query: { page_size: 9 } })
export const myLearning = query('GET /api/my-learning')

type Learning = Answer<'GET /api/my-learning'>
export type Progress = Learning['courses'][number]
export type Watching = Learning['watching'][number]
