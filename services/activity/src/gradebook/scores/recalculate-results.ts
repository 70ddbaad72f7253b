// The task that calculates the results of a course once more.
import { plainDatabase } from '@lyceum/kit/database/database'
import { taskJob } from '@lyceum/kit/tasks/task-job'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs.ts'
import { peopleOf, recalculateStep, step } from './recalculation.ts'

/** The task's job: a hundred people a transaction. A change meanwhile has its own task behind it. */
export const recalculateResults = taskJob<Deps, Jobs['recalculateResults']>(async ({ job, deps, progress, now }) => {
  const { org, course, persons } = job.payload
  const db = plainDatabase(deps.pool)
  const people = persons ?? (await peopleOf(db, course))
  for (let from = 0; from < people.length; from += step) {
    await progress(from / people.length)
    await db.$transaction((tx) => recalculateStep(tx, { org, course }, people.slice(from, from + step), now()))
  }
  return { people: people.length }
})
