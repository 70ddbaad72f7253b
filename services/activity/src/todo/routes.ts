import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { todoCalls } from './api.ts'
import { myTeaching } from './teaching.ts'
import { todo } from './todo.ts'

export const todoRoutes = routes(todoCalls)<Deps>({
  'GET /api/todo': ({ deps, actor, query }) => todo(deps, actor, query),
  'GET /api/my-teaching': ({ deps, actor }) => myTeaching(deps, actor),
})
