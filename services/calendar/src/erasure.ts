// The erasure of a person's calendar, and of that of a course that is gone for good.
import { run, type Tx } from '@lyceum/kit/database/database'

/** Events of their own and feeds go, with them what they chose others for; what they made for courses stays as the courses'. */
export async function erasePerson(tx: Tx, person: string): Promise<void> {
  await run(tx, 'delete from feeds where person_id = $1', person)
  await run(tx, 'delete from course_colours where person_id = $1', person)
  await run(tx, 'delete from research_group_members where person_id = $1', person)
  await run(tx, `delete from places where item_id in (select id from events where created_by = $1 and target_type = 'self')`, person)
  await run(tx, `delete from events where created_by = $1 and target_type = 'self'`, person)
  await run(tx, 'delete from places where place_id = $1', person)
  await run(tx, 'update events set user_ids = array_remove(user_ids, $1::uuid) where $1::uuid = any(user_ids)', person)
  // nobody else has heard of a meeting that waits and has never been agreed
  const alone = `created_by = $1 and audit_status = 'others' and not announced and not agreed_before`
  await run(tx, `delete from places where item_id in (select id from meetings where ${alone})`, person)
  await run(tx, `delete from meetings where ${alone}`, person)
}

/** course keeps deleted courses 30 days in the bin; after that nothing of them is shown. */
export async function purgeCourse(tx: Tx, { courseId }: { courseId: string }): Promise<void> {
  await run(tx, 'delete from places where place_id = $1', courseId)
  await run(tx, 'delete from timetables where course_id = $1', courseId)
  await run(tx, 'delete from feeds where course_id = $1', courseId)
  await run(tx, 'delete from course_colours where course_id = $1', courseId)
  await run(tx, 'delete from meetings where course_id = $1 and instruction', courseId)
}
