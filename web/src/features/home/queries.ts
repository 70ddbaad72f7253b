// Queries of the home page: to-do list, activities that open soon, my courses, my progress, my teaching.
import type { Answer } from '../../client.ts'
import { query, queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'

export const homeCourses = queryOf(reads.homeCourses)
export const myLearning = queryOf(reads.learning)
export const myTeaching = query('GET /api/my-teaching')
export const homeTodo = queryOf(reads.homeTodo)
export const upcoming = queryOf(reads.upcoming)

export type TodoState = 'open' | 'upcoming'
export const todoQuery = (state: TodoState, course: string, page: number, pageSize: number) => {
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
