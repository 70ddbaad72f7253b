// Courses of departments that were merged into another one: they become the other's, and follow its name.
import { mergeTarget } from '@lyceum/identity/mirror/departments'
import { plainDatabase, rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { CourseChangedSchema } from '@lyceum/proto/course'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs.ts'
import { emitCourses } from './course-facts.ts'
import { readRows } from './course-rows.ts'

export async function moveCourses({ job, deps: { pool } }: JobContext<Deps, Jobs['moveCourses']>): Promise<void> {
  await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => moveSome(tx, job.payload, size)), 200)
}

/** Deleted ones too: they can be restored. The other may be part of a third one by now, whose own job has ended. */
async function moveSome(tx: Tx, move: Jobs['moveCourses'], size: number): Promise<number> {
  const { from } = move
  const into = await mergeTarget(tx, move)
  const moved = await rows<{ id: string }>(
    tx,
    `
    with of_it as (select id from courses where department_id = $1 order by id limit $3 for no key update)
    update courses c set department_id = $2, changed_by = null, changed_at = null, version = ${nextVersion('c.version')},
      department_name = coalesce((select name from mirror.departments where id = $2), c.department_name)
    from of_it where of_it.id = c.id returning c.id::text`,
    from,
    into,
    size,
  )
  const courses = await readRows(
    tx,
    moved.map(({ id }) => id),
  )
  await emitCourses(
    tx,
    CourseChangedSchema,
    courses.map(({ row }) => row),
  )
  return moved.length
}
