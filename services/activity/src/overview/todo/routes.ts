// Routes of todo: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { chosenCourses } from '../../chosen-courses.ts'
import type { Deps } from '../../deps.ts'
import { todoCalls } from './api.ts'
import { readMyTeaching } from './my-teaching.ts'
import { findActivities } from './find-activities.ts'
import { listTodo, listTodoCourses } from './todo.ts'

export const todoRoutes = routes(todoCalls)<Deps, CourseRules>({
  'GET /api/todo': ({ deps, actor, query }) => listTodo(deps, actor, query),
  'GET /api/todo/courses': ({ deps, actor, query }) => listTodoCourses(deps, actor, query),
  'GET /api/my-activities': ({ deps, actor, query }) => findActivities(deps, actor, query),
  'GET /api/my-teaching': ({ deps, actor, query }) => readMyTeaching(deps, actor, chosenCourses(query)),
})
