// The waiting list moves up: a seat that becomes free is taken by whoever waits longest, unless somebody who teaches lets people in.
import { aloud } from '@lyceum/kit/calls/context'
import { rows } from '@lyceum/kit/database/database'
import { type Enrolling, enrol } from './enrolments.ts'

/** After students have left these courses, or their seats or approval have changed. */
export async function promoteWaiting(deps: Enrolling, courses: string[]): Promise<void> {
  if (courses.length === 0) return
  const limited = await rows<{ course: string; org: string }>(
    deps.db,
    `
    select s.course_id::text as course, s.org_id::text as org from join_settings s
    where s.course_id = any($1) and not s.approval and exists (select from join_requests r where r.course_id = s.course_id and r.state = 'waiting')
    order by s.course_id for update`,
    [...new Set(courses)],
  )
  for (const { course, org } of limited) {
    const next = await rows<{ person: string }>(
      deps.db,
      `
      select r.person_id::text as person from join_requests r join mirror.memberships m on m.person_id = r.person_id and m.org_id = r.org_id
      where r.course_id = $1 and r.state = 'waiting' order by r.asked_at, r.person_id
      limit (select case when s.seats is not null then greatest(0, s.seats - (
          select count(*) from enrolments e where e.course_id = $1 and e.role = 'student' and e.state = 'active')) end
        from join_settings s where s.course_id = $1)`,
      course,
    )
    // a roster that frees seats is quiet, they are notified all the same
    if (next.length > 0)
      await aloud(() =>
        enrol(
          deps,
          { id: course, orgId: org },
          next.map(({ person }) => person),
          'student',
        ),
      )
  }
}
