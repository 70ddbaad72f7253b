// Records of what members open: person, course, type and time.
import type { Actor } from '@lyceum/kit/calls/actor'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'

/** Nothing of who is no member, or sees the course as somebody else. */
export async function recordRead({ db, now }: Deps, actor: Actor, { course, org, access }: CourseScope, type: string): Promise<null> {
  if (!access.role || access.simulating) return null
  await run(
    db,
    `
    insert into course_reads (course_id, person_id, type, at, org_id)
    select $1::uuid, $2::uuid, $3, $4::timestamptz, $5::uuid where not exists (
      select from course_reads where course_id = $1 and person_id = $2 and type = $3 and at > $4::timestamptz - interval '1 minute')
    on conflict do nothing`,
    course,
    actor.person,
    type,
    now(),
    org,
  )
  return null
}

/** identity's personErased. */
export const eraseReadsOf = (tx: Tx, person: string) => run(tx, 'delete from course_reads where person_id = $1', person)
