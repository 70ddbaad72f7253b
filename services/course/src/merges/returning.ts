// Things of a department whose merge was taken back: subjects and links come back at once where they are still where it put them, courses by a job.
import { takeMoves } from '@lyceum/identity/mirror/merge-moves'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { enqueue } from '../jobs.ts'

/** Nothing is recorded of a department that was never merged. */
export async function returnToDepartment(tx: Tx, department: string): Promise<void> {
  if (!(await one(tx, 'select from merge_moves where source_id = $1 limit 1', department))) return
  for (const [kind, table, more] of [
    ['subject', 'subjects', `, version = ${nextVersion('r.version')}`],
    ['link', 'curriculum_links', ''],
  ] as const) {
    const taken = await takeMoves(tx, department, kind)
    await run(
      tx,
      `update ${table} r set department_id = $1${more} from unnest($2::uuid[], $3::uuid[]) as t(id, into_id)
       where t.id = r.id and r.department_id = t.into_id`,
      department,
      taken.map(({ id }) => id),
      taken.map(({ into }) => into),
    )
  }
  await enqueue(tx, { kind: 'returnCourses', key: `department:${department}:${newId()}`, payload: { department } })
}
