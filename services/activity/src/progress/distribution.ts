// The distribution of completeness over the students of a course: one statement over the progress of the course.
import { rows } from '@lyceum/kit/database/database'
import { wholePercent } from '@lyceum/kit/percent'
import type { Deps } from '../deps.ts'
import type { CompletenessDistribution } from './api.ts'
import { completenessOf } from './completeness.ts'
import { countsSql } from '../times/times-sql.ts'
import { namedCompletionsSql } from './named-completions.ts'

export async function readDistribution({ db }: Deps, course: string): Promise<CompletenessDistribution> {
  const found = await rows<{ completed: number; people: number; activities: number }>(
    db,
    `
    with counted as (select a.id from activities a where a.course_id = $1 and ${countsSql('a')}),
    done as (
      select c.person_id, count(*)::int as completed from ${namedCompletionsSql} c join counted on counted.id = c.activity_id
      group by c.person_id)
    select coalesce(d.completed, 0) as completed, count(*)::int as people, (select count(*)::int from counted) as activities
    from mirror.members m left join mirror.persons p on p.id = m.person_id left join done d on d.person_id = m.person_id
    where m.course_id = $1 and m.state = 'active' and m.role = 'student' and p.deleted is not true group by 1`,
    course,
  )
  const counts = Array.from({ length: 11 }, () => 0)
  let [students, done] = [0, 0]
  for (const { completed, people, activities } of found) {
    const { study_completeness: percent } = completenessOf(completed, activities)
    counts[Math.floor(percent / 10)]! += people
    students += people
    done += completed * people
  }
  const activity_count = found[0]?.activities ?? 0
  return { students, activity_count, average: wholePercent(done, students * activity_count), counts }
}
