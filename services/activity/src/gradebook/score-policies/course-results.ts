// The results of an organisation's courses for its managers: final or open, since when and by whom.
import { withinSql } from '@lyceum/course/mirror/rules'
import { departmentBelowSql } from '@lyceum/identity/mirror/departments'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import type { CourseResults } from './results-api.ts'

type Query = PageQuery & {
  q?: string
  state?: 'open' | 'final'
  term_id?: string
  department_id?: string
  sort?: 'name' | 'final'
  order?: 'ascending' | 'descending'
}
type Person = { id: string; name: string }
type Row = Omit<CourseResults, 'final' | 'reopened'> & {
  final_at: Date | null
  final_by: Person | null
  reopened_at: Date | null
  reopened_by: Person | null
  reopened_reason: string | null
}

const person = (alias: string) => `case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'name', ${alias}.name) end`

export async function courseResults({ db }: Pick<Deps, 'db'>, { org, department = '' }: Actor, query: Query) {
  const { q = '', state, term_id, department_id, sort = 'name', order = 'ascending', ...page } = query
  const values: unknown[] = [org, department]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = [
    'c.org_id = $1',
    'not c.deleted',
    withinSql('$2'),
    q.trim() && heldSql(foldedSql('c.name', 'c.course_code'), bind(wordPatterns(q))),
    state && `p.final_at is ${state === 'final' ? 'not ' : ''}null`,
    term_id && `c.term_id = ${bind(term_id)}::uuid`,
    department_id && departmentBelowSql('c.department_id', `${bind(department_id)}::text`),
  ].filter(Boolean)
  const from = `from mirror.courses c left join mirror.departments d on d.id = c.department_id left join score_policies p on p.course_id = c.id
    where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values)
  const { limit, offset } = limits(page)
  const by = `${sort === 'name' ? 'c.name' : 'p.final_at'} ${order === 'descending' ? 'desc nulls last' : 'asc nulls last'}, c.id`
  const found = await rows<Row>(
    db,
    `
    with listed as (
      select c.id, c.name, c.course_code, c.academic_year, c.semester, p.final_at, p.final_by, p.reopened_at, p.reopened_by, p.reopened_reason,
        coalesce(p.version, 0) as version, row_number() over (order by ${by}) as nth
      ${from} order by ${by} limit ${limit} offset ${offset})
    select l.id::text, l.name, l.course_code, l.academic_year, l.semester, l.final_at, ${person('b')} as final_by, l.reopened_at, ${person('r')} as reopened_by,
      l.reopened_reason, l.version::float8 as version,
      (select count(*)::int from mirror.members m where m.course_id = l.id and m.role = 'student' and m.state = 'active') as people,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name)) from (
        select s.id, s.name from mirror.members m join mirror.persons s on s.id = m.person_id and not s.deleted
        where m.course_id = l.id and m.role = 'instructor' and m.state = 'active' order by s.name, s.id limit 5) t), '[]') as teachers
    from listed l left join mirror.persons b on b.id = l.final_by and not b.deleted left join mirror.persons r on r.id = l.reopened_by and not r.deleted
    order by l.nth`,
    ...values,
  )
  return pageOf(
    page,
    total?.n ?? 0,
    found.map(
      ({ final_at, final_by, reopened_at, reopened_by, reopened_reason, ...row }): CourseResults => ({
        ...row,
        final: final_at && { at: final_at.toISOString(), by: final_by },
        reopened: reopened_at && { at: reopened_at.toISOString(), by: reopened_by, reason: reopened_reason ?? '' },
      }),
    ),
  )
}
