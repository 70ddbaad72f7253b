// What the start page reads: what is to do and what opens soon, my courses, how far I am, and what stands where I teach.
import type { Answer } from '../../client.ts'
import { query, queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'

export const homeCourses = queryOf(reads.homeCourses)
export const myLearning = queryOf(reads.learning)
export const myTeaching = query('GET /api/my-teaching')
export const homeTodo = queryOf(reads.homeTodo)
export const upcoming = queryOf(reads.upcoming)

export type TodoState = 'open' | 'upcoming'
export const todoOf = (state: TodoState, course: string, page: number, pageSize: number) => {
  const conditions = { ...(state !== 'open' && { state }), ...(course && { course_id: course }) }
  return query('GET /api/todo', {
    query: { page, page_size: pageSize, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
  })
}

type Learning = Answer<'GET /api/my-learning'>
export type Progress = Learning['courses'][number]
export type Watching = Learning['watching'][number]
export type Todo = Answer<'GET /api/todo'>['items'][number]
export type Teaching = Answer<'GET /api/my-teaching'>
