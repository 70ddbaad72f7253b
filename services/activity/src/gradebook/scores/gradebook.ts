// The whole book in one call. The cells of a person are text that PostgreSQL makes; nothing of them is parsed here.
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { Gradebook, GradebookStudent } from './api.ts'
import { listCategories } from '../score-policies/categories.ts'
import { listItems } from '../score-policies/items.ts'
import { readPolicy } from '../score-policies/policy.ts'
import { hiddenSql } from './results.ts'
import type { CourseResult } from '../score-policies/api.ts'

const letters = `case when s.released then 'r' else '' end || case s.state when 'excused' then 'x' when 'missing' then 'm' else '' end
  || case when s.earned > s.points and not s.overridden then 'l' else '' end || case when s.overridden then 'o' else '' end
  || case when s.comment <> '' then 'c' else '' end`
/** Cells of course $1, of those who have any. */
export const cellsSql = `
  select s.person_id, '{' || string_agg('"' || i.no || '":[' || coalesce('"' || trim_scale(s.points)::text || '"', 'null') || ',"' || ${letters} || '"]', ',')
    || '}' as cells
  from scores s join score_items i on i.id = s.item_id and not i.deleted
  where s.course_id = $1 and not ${hiddenSql('i', 's')} and (s.points is not null or s.state <> '' or s.comment <> '')
  group by s.person_id`

type Row = Omit<GradebookStudent, 'result'> & Pick<CourseResult, 'letter' | 'passed'> & { percent: string | null }

export async function readGradebook({ db }: Deps, course: string): Promise<Gradebook> {
  const students = await rows<Row>(
    db,
    `
    with cells as materialized (${cellsSql}),
      grouped as materialized (
        select gm.person_id, array_agg(gm.group_id::text order by gm.group_id) as groups
        from mirror.groups g join mirror.group_sets gs on gs.id = g.set_id and not gs.deleted
        join mirror.group_members gm on gm.group_id = g.id and gm.until is null
        where gs.course_id = $1 and not g.deleted group by gm.person_id)
    select p.id::text, p.name, p.user_no, p.avatar, coalesce(g.groups, '{}') as group_ids, coalesce(c.cells, '{}') as cells, r.shown as percent, r.letter, r.passed
    from mirror.members m join mirror.persons p on p.id = m.person_id and not p.deleted
    left join cells c on c.person_id = m.person_id left join grouped g on g.person_id = m.person_id
    left join course_results r on r.course_id = m.course_id and r.person_id = m.person_id
    where m.course_id = $1 and m.role = 'student' and m.state = 'active' order by p.name, p.id`,
    course,
  )
  const policy = await readPolicy(db, course)
  return {
    policy,
    recalculating: policy.recalculating,
    categories: await listCategories(db, course),
    items: await listItems(db, course),
    students: students.map(({ percent, letter, passed, ...student }) => ({ ...student, result: { percent, letter, passed } })),
    groups: await rows<Gradebook['groups'][number]>(
      db,
      `select g.id::text, g.name, gs.name as set_name from mirror.groups g join mirror.group_sets gs on gs.id = g.set_id and not gs.deleted
       where gs.course_id = $1 and not g.deleted order by gs.name, gs.id, g.name, g.id`,
      course,
    ),
  }
}
