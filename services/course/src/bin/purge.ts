// Courses deleted more than 30 days ago are forgotten with everything that course knows of them; the others learn it by CoursePurged.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { deleteExternalIds } from '@lyceum/kit/external-ids/external-ids'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { CoursePurgedSchema } from '@lyceum/proto/course'
import { holdCovers } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import { enrolmentKind } from '../enrolments/enrolment-rows.ts'
import { endedAt } from '../courses/bin-lifetime.ts'

/** Every table with rows of courses, so that no feature is forgotten here. */
const tablesOfCourses = (tx: Tx) =>
  rows<{ name: string }>(
    tx,
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'course_id' and t.table_type = 'BASE TABLE' order by 1`,
  )

/** At most `size` courses; returns how many. */
export async function purgeCourses(tx: Tx, now: Date, size: number): Promise<number> {
  // a process of the release before deletes without a time
  await run(tx, 'update courses set deleted_at = $1 where deleted and deleted_at is null', now)
  const gone = await rows<{ id: string }>(
    tx,
    'select id::text from courses where deleted and deleted_at <= $1 order by deleted_at, id limit $2 for update skip locked',
    endedAt(now),
    size,
  )
  if (gone.length === 0) return 0
  const ids = gone.map(({ id }) => id)
  const courses = (await readRows(tx, ids)).map(({ row }) => row)
  const enrolments = await rows<{ id: string }>(tx, 'select id::text from enrolments where course_id = any($1)', ids)
  await deleteExternalIds(
    tx,
    enrolmentKind,
    enrolments.map(({ id }) => id),
  )
  await deleteExternalIds(tx, 'course', ids)
  await holdCovers(
    tx,
    courses.filter(({ coverUploadId }) => coverUploadId).map((row) => ({ ...row, coverUploadId: null, version: row.version + 1n })),
  )
  for (const { name } of await tablesOfCourses(tx)) await run(tx, `delete from "${name}" where course_id = any($1)`, ids)
  await run(tx, 'delete from courses where id = any($1)', ids)
  await emitAll(
    tx,
    courses.map(({ id, orgId }) => fact(CoursePurgedSchema, { key: `course:${id}`, org: orgId }, { courseId: id, orgId })),
  )
  return ids.length
}
