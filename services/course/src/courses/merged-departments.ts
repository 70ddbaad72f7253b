// Courses of departments that were merged into another one: they become the other's, and follow its name.
import { mergesOf } from '@lyceum/identity/mirror/departments'
import { recordMoves, takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { one, plainDatabase, rows, type Tx } from '@lyceum/kit/database/database'
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

/** Deleted ones too: they can be restored. The other may be part of a third one by now, whose own job has ended; or the merge was taken back. */
async function moveSome(tx: Tx, move: Jobs['moveCourses'], size: number): Promise<number> {
  const { from } = move
  const merged = await one(tx, 'select from mirror.departments where id = $1 and merged_into is not null for share', from)
  if (!merged) return 0
  const merges = await mergesOf(tx, move)
  const moved = await rows<{ id: string }>(
    tx,
    `
    with of_it as (select id from courses where department_id = $1 order by id limit $3 for no key update)
    update courses c set department_id = $2, changed_by = null, changed_at = null, version = ${nextVersion('c.version')},
      department_name = coalesce((select name from mirror.departments where id = $2), c.department_name)
    from of_it where of_it.id = c.id returning c.id::text`,
    from,
    merges.at(-1)!.into,
    size,
  )
  const ids = moved.map(({ id }) => id)
  await recordMoves(tx, merges, 'course', ids)
  await emitChanged(tx, ids)
  return moved.length
}

async function emitChanged(tx: Tx, ids: string[]): Promise<void> {
  const courses = await readRows(tx, ids)
  await emitCourses(
    tx,
    CourseChangedSchema,
    courses.map(({ row }) => row),
  )
}

export async function returnCourses({ job, deps: { pool } }: JobContext<Deps, Jobs['returnCourses']>): Promise<void> {
  const { department } = job.payload
  await repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => returnSome(tx, department, size)), 200)
}

/** Courses that are still where the merge of their department has put them; nothing once it is merged again. */
async function returnSome(tx: Tx, department: string, size: number): Promise<number> {
  const present = await one(
    tx,
    'select from mirror.departments where id = $1 and merged_into is null and not deleted for share',
    department,
  )
  if (!present) return 0
  const taken = await takeMoves(tx, department, 'course', size)
  const moved = await rows<{ id: string }>(
    tx,
    `
    update courses c set department_id = $1, changed_by = null, changed_at = null, version = ${nextVersion('c.version')},
      department_name = coalesce((select name from mirror.departments where id = $1), c.department_name)
    from unnest($2::uuid[], $3::uuid[]) as t(id, into_id) where t.id = c.id and c.department_id = t.into_id returning c.id::text`,
    department,
    taken.map(({ id }) => id),
    taken.map(({ into }) => into),
  )
  await emitChanged(
    tx,
    moved.map(({ id }) => id),
  )
  return taken.length
}
