// Counts of a course's students by activity: begun, completed, submitted. The content does not wait for them.
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { ActivityCounts } from './api.ts'

type Row = ActivityCounts['items'][number] & { students: number }

/** One statement over the progress of the course's present students. */
export async function readActivityCounts({ db }: Deps, course: string): Promise<ActivityCounts> {
  const counts = await rows<Row>(
    db,
    `
    with students as (
      select person_id from mirror.members where course_id = $1 and state = 'active' and role = 'student'),
    counted as (
      select p.activity_id, (count(*) filter (where p.opened))::int as started, count(p.completed_at)::int as completed,
        (count(*) filter (where p.state = 'submitted'))::int as submitted
      from progress p join students using (person_id) where p.course_id = $1 and not p.trial group by p.activity_id)
    select a.id::text as activity_id, coalesce(c.started, 0) as started, coalesce(c.completed, 0) as completed,
      coalesce(c.submitted, 0) as submitted,
      (select count(*)::int from students) as students
    from activities a left join counted c on c.activity_id = a.id
    where a.course_id = $1 and not a.deleted order by a.id`,
    course,
  )
  return { students: counts[0]?.students ?? 0, items: counts.map(({ students: _, ...item }) => item) }
}
