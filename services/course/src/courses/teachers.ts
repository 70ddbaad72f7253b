// Teachers of a course, whose open pages get hints of its changes.
import { rows, type Tx } from '@lyceum/kit/database/database'

/** Everybody in the course who is no student. */
export async function teachersOf(tx: Tx, course: string): Promise<string[]> {
  const found = await rows<{ person: string }>(
    tx,
    `select person_id::text as person from enrolments where course_id = $1 and role <> 'student' and state = 'active'`,
    course,
  )
  return found.map(({ person }) => person)
}
