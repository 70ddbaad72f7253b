// Routes of tasks, the same in every service: a person reads and cancels their own.
import type { Actor } from '../calls/actor.ts'
import { notFound, unauthorised } from '../calls/errors.ts'
import { routes } from '../calls/routes.ts'
import type { Database } from '../database/database.ts'
import type { Kv } from '../kv/kv.ts'
import { maxListed, taskCalls } from './api.ts'
import { hintTask } from './task-job.ts'
import { cancelTask, listTasks, readTask } from './tasks.ts'

const signedIn = (actor: Actor): Actor => {
  if (actor.person === '') throw unauthorised()
  return actor
}

export const taskRoutes = (kv: Kv) =>
  routes(taskCalls)<{ db: Database }>({
    'GET /internal-api/tasks': async ({ deps, actor, query }) => ({
      items: await listTasks(deps.db, signedIn(actor), { ...query, limit: maxListed }),
    }),
    'GET /internal-api/tasks/:id': async ({ deps, actor, params }) => {
      const task = await readTask(deps.db, signedIn(actor), params.id)
      if (!task) throw notFound('task', params.id)
      return task
    },
    'PUT /internal-api/tasks/:id/cancel': async ({ deps, actor, params }) => {
      const task = await deps.db.$transaction((tx) => cancelTask(tx, signedIn(actor), params.id))
      if (!task) throw notFound('task', params.id)
      await hintTask(kv, { id: task.id, org: actor.org, person: actor.person }).catch(() => {})
      return task
    },
  })
