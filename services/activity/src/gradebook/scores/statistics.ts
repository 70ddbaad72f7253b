// Statistics of a course's scores, for who teaches.
import { one, rows } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import type { Deps } from '../../deps.ts'
import { distributionOf } from './distribution.ts'
import { hiddenSql } from './results.ts'
import type { Statistics } from './api.ts'

/** Of one item, or of all in their order and then of the results. Excused people and those who have left are not in them. */
export async function readStatistics({ db }: Deps, course: string, item: string | undefined): Promise<{ items: Statistics[] }> {
  const found = await rows<{ id: string; most: string; points: string[] }>(
    db,
    `
    select i.id::text, trim_scale(i.points)::text as most,
      coalesce(array_agg(trim_scale(s.points)::text order by s.points) filter (where m.person_id is not null and not ${hiddenSql('i', 's')}), '{}') as points
    from score_items i
    left join scores s on s.item_id = i.id and s.points is not null and s.state <> 'excused'
    left join mirror.members m on m.course_id = s.course_id and m.person_id = s.person_id and m.role = 'student' and m.state = 'active'
    where i.course_id = $1 and not i.deleted and ($2::uuid is null or i.id = $2) group by i.id order by i.sort, i.no`,
    course,
    item ?? null,
  )
  if (item && found.length === 0) throw invalid({ item_id: ['score.unknownItem', { id: item }] })
  const items: Statistics[] = found.map(({ id, most, points }) => ({ item_id: id, ...distributionOf(points, most) }))
  if (item) return { items }
  const results = await one<{ percents: string[] }>(
    db,
    `
    select coalesce(array_agg(trim_scale(round(r.percent, 4))::text order by r.percent), '{}') as percents from course_results r
    join mirror.members m on m.course_id = r.course_id and m.person_id = r.person_id and m.role = 'student' and m.state = 'active'
    where r.course_id = $1 and r.percent is not null`,
    course,
  )
  return { items: [...items, { item_id: null, ...distributionOf(results?.percents ?? [], '100') }] }
}
