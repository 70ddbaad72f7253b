// Live lectures of an organisation for who manages its calendar: those that students see or saw, found by words, state and provider.
import { withinSql } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql as holdsSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { heldSql, joinModule, shownSql } from '../../times/times-sql.ts'
import { longest, type MeetingState, opensBefore, type Provider } from '../shapes.ts'
import type { LecturesQuery, ManagedLecture } from './api.ts'

type Named = { id: string; name: string }
type Row = Omit<ManagedLecture, 'starts_at' | 'ends_at' | 'provider' | 'state'> & {
  starts_at: Date | null
  ends_at: Date | null
  state: MeetingState
  provider: Provider
  teachers: Named[]
  course: Named
}

const [starts, ends, shown] = [heldSql.opens, heldSql.closes, shownSql('a')]
/** As stateAt of meeting-row.ts, by the times of the class. */
const stateSql = (now: string) => `case
  when not (${shown}) then 'called_off'
  when m.ended_at is not null or coalesce(${ends}, ${starts} + interval '${longest} milliseconds') <= ${now}::timestamptz then 'ended'
  when ${starts} - interval '${opensBefore} milliseconds' > ${now}::timestamptz then 'before'
  when m.began_at is not null or ${starts} <= ${now}::timestamptz then 'running'
  else 'open' end`

export async function listLectures({ db, now }: Pick<Deps, 'db' | 'now'>, { org, department = '' }: Actor, query: LecturesQuery) {
  const { keyword = '', state, provider, order = 'descending', ...page } = query
  const values: unknown[] = [org, department, now()]
  const bind = (value: unknown) => `$${values.push(value)}`
  const courses = `courses as (select c.id, c.name, c.course_code from mirror.courses c left join mirror.departments d on d.id = c.department_id
    where c.org_id = $1 and not c.deleted and ${withinSql('$2')})`
  const clauses = [
    'm.org_id = $1',
    'not a.deleted',
    `((${shown}) or m.called_off_at is not null)`,
    keyword.trim() && holdsSql(foldedSql('a.title', 'c.name', 'c.course_code'), bind(wordPatterns(keyword))),
    provider && `m.provider = ${bind(provider)}`,
    state ? `${stateSql('$3')} = ${bind(state)}` : '$3::timestamptz is not null',
  ].filter(Boolean)
  const from = `from meetings m join activities a on a.id = m.activity_id ${joinModule} join courses c on c.id = m.course_id
    where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(db, `with ${courses} select count(*)::int as n ${from}`, ...values)
  const { limit, offset } = limits(page)
  const by = order === 'ascending' ? `${starts} asc nulls last, a.id` : `${starts} desc nulls first, a.id desc`
  const found = await rows<Row>(
    db,
    `with ${courses}, listed as (
       select a.id, a.title, a.course_id, c.name as course_name, ${starts} as starts_at, ${ends} as ends_at, ${stateSql('$3')} as state, m.provider,
         row_number() over (order by ${by}) as nth
       ${from} order by ${by} limit ${limit} offset ${offset})
     select l.id::text, l.title, json_build_object('id', l.course_id, 'name', l.course_name) as course, l.starts_at, l.ends_at, l.state, l.provider,
       (select count(*)::int from meeting_people p where p.activity_id = l.id) as people,
       coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name)) from (
         select s.id, s.name from mirror.members b join mirror.persons s on s.id = b.person_id and not s.deleted
         where b.course_id = l.course_id and b.role = 'instructor' and b.state = 'active' order by s.name, s.id limit 3) t), '[]') as teachers
     from listed l order by l.nth`,
    ...values,
  )
  const items = found.map(
    ({ starts_at, ends_at, ...row }): ManagedLecture => ({
      ...row,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
    }),
  )
  return pageOf(page, total?.n ?? 0, items)
}
