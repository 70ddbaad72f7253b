// Reads of the course mirror's members.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { CourseRole } from './rules.ts'

export type MirrorMember = { course_id: string; person_id: string; role: CourseRole }

/** The present members of a course, all of them or those with one of these roles. */
export const courseMembers = (tx: Tx, course: string, roles?: CourseRole[]): Promise<MirrorMember[]> =>
  rows<MirrorMember>(
    tx,
    `
    select course_id::text, person_id::text, role from mirror.members
    where course_id = $1 and state = 'active' and ($2::text[] is null or role = any($2::text[])) order by person_id`,
    course,
    roles ?? null,
  )

/** The courses a person is in now, in any organisation. */
export const coursesOf = (tx: Tx, person: string): Promise<MirrorMember[]> =>
  rows<MirrorMember>(
    tx,
    "select course_id::text, person_id::text, role from mirror.members where person_id = $1 and state = 'active' order by course_id",
    person,
  )
