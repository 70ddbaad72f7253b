// Queries of the home page: classes that run, to-do list with the activities that open soon, my courses, my progress, my teaching.
import type { Answer } from '../../client.ts'
import { query, queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'

export const homeCourses = queryOf(reads.homeCourses)
export const myLearning = queryOf(reads.learning)
export const myClasses = queryOf(reads.myClasses)
export const myTeaching = query('GET /api/my-teaching', { query: {} })
/** The same of these courses alone. */
export const learningOf = (courses: string[]) => query('GET /api/my-learning', { query: ofCourses(courses) })
export const teachingOf = (courses: string[]) => query('GET /api/my-teaching', { query: ofCourses(courses) })
const ofCourses = (course_ids: string[]) => ({ conditions: JSON.stringify({ course_ids }) })
export const homeTodo = queryOf(reads.homeTodo)

export type TodoState = 'open' | 'upcoming'
const withConditions = (conditions: Record<string, string>) =>
  Object.keys(conditions).length > 0 ? { conditions: JSON.stringify(conditions) } : {}
const ofState = (state: TodoState): Record<string, string> => (state === 'open' ? {} : { state })

/** To-dos of one course. */
export const todoQuery = (state: TodoState, course: string, page: number, pageSize: number) =>
  query('GET /api/todo', { query: { page, page_size: pageSize, ...withConditions({ ...ofState(state), course_id: course }) } })
/** The courses with something to do, each with its next. */
export const todoCoursesQuery = (state: TodoState, page: number, pageSize: number) =>
  query('GET /api/todo/courses', { query: { page, page_size: pageSize, ...withConditions(ofState(state)) } })

type Learning = Answer<'GET /api/my-learning'>
export type Progress = Learning['courses'][number]
export type Watching = Learning['watching'][number]
export type Todo = Answer<'GET /api/todo'>['items'][number]
export type TodoCourse = Answer<'GET /api/todo/courses'>['items'][number]
export type Teaching = Answer<'GET /api/my-teaching'>

export const learningCourses = query('GET /api/my-courses', { query: { page_size: 100, conditions: '{"role":"student"}' } })
