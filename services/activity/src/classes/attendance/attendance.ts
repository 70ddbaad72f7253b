// The attendance of a course: everybody by roll call for who follows them, one's own for a student. Both count in SQL.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { studentsSql } from '../people.ts'
import { type AttendanceState, type ClassPerson, isId } from '../shapes.ts'
import { type AttendanceQuery, mostColumns } from './api.ts'
import { readAttendanceScore } from './attendance-score.ts'
import { share } from './share.ts'

export type Column = { roll_call_id: string; session_id: string; title: string; at: Date; activity_id: string | null }
export const columnOf = ({ roll_call_id, session_id, title, at, activity_id }: Column) => ({
  roll_call_id,
  session_id,
  title,
  at: at.toISOString(),
  activity_id,
})

const counted = (state: string) => `(count(*) filter (where a.state = '${state}'))::int as ${state}`
export const totals = ['present', 'late', 'excused', 'left_early', 'absent'].map(counted).join(', ')
export const percent = `round(100.0 * ${share}, 1)::float8 as percent`
export type Totals = { present: number; late: number; excused: number; left_early: number; absent: number; percent: number | null }
export const totalsOf = ({ present, late, excused, left_early, absent, percent: rate }: Totals): Totals => ({
  present,
  late,
  excused,
  left_early,
  absent,
  percent: rate,
})

export function readConditions(text: string | undefined) {
  const read = conditionsOf(text, ['keyword', 'below', 'activity_id', 'group_id'])
  if (read.keyword !== undefined && typeof read.keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (read.below !== undefined && typeof read.below !== 'number') throw invalid({ 'conditions.below': 'field.type' })
  for (const name of ['activity_id', 'group_id'] as const)
    if (read[name] !== undefined && !isId(read[name])) throw invalid({ [`conditions.${name}`]: 'field.format' })
  return {
    keyword: String(read.keyword ?? ''),
    below: (read.below as number | undefined) ?? null,
    activity: (read.activity_id as string | undefined) ?? null,
    group: (read.group_id as string | undefined) ?? null,
  }
}

/** The closed roll calls of course $1, of classroom $2 alone where it is one. */
export const closed = `roll_calls r join class_sessions s on s.id = r.session_id
  where r.course_id = $1 and r.closed_at is not null and ($2::uuid is null or s.activity_id = $2::uuid)`

type Cells = Record<string, { state: AttendanceState; doubtful: boolean; reason: string }>
type Row = ClassPerson & Totals & { cells: Cells | null; total: number }

export async function readAttendance({ db }: Deps, scope: CourseScope, query: AttendanceQuery) {
  const sql = db
  const { keyword, below, activity, group } = readConditions(query.conditions)
  const { limit, offset } = limits(query)
  const columns = await rows<Column & { calls: number }>(
    sql,
    `select r.id::text as roll_call_id, r.session_id::text, s.title, r.opened_at as at, s.activity_id::text, count(*) over ()::int as calls
     from ${closed} order by r.opened_at desc, r.id desc limit ${mostColumns}`,
    scope.course,
    activity,
  )
  columns.reverse()
  const matching = `people as (select ps.id, ps.name, ps.user_no, ps.avatar from ${studentsSql('$1')}
       and ${heldSql(foldedSql('ps.name', 'ps.user_no'), '$3')} and ($4::uuid is null or exists (select from mirror.group_members g
         where g.group_id = $4::uuid and g.person_id = ps.id and g.until is null))),
     counted as (select p.id, ${totals}, ${percent} from people p
       left join attendance a on a.course_id = $1 and a.person_id = p.id and a.roll_call_id in (select r.id from ${closed}) group by p.id),
     matching as (select p.*, n.present, n.late, n.excused, n.left_early, n.absent, n.percent from people p join counted n on n.id = p.id
       where $5::float8 is null or n.percent < $5::float8)`
  const values = [scope.course, activity, wordPatterns(keyword), group, below]
  const list = await rows<Row>(
    sql,
    `with ${matching}, page as (select * from matching order by name, id limit $6 offset $7)
     select p.id::text, p.name, p.user_no, p.avatar, p.present, p.late, p.excused, p.left_early, p.absent, p.percent, c.cells
     from page p left join lateral (select jsonb_object_agg(a.roll_call_id, jsonb_build_object('state', a.state,
         'doubtful', a.doubts <> '{}' and a.seen_by is null, 'reason', a.reason)) as cells
       from attendance a where a.person_id = p.id and a.roll_call_id = any($8::uuid[])) c on true order by p.name, p.id`,
    ...values,
    limit,
    offset,
    columns.map(({ roll_call_id }) => roll_call_id),
  )
  const head = await one<{ n: number }>(sql, `with ${matching} select count(*)::int as n from matching`, ...values)
  return {
    ...pageOf(
      query,
      head?.n ?? 0,
      list.map((row) => ({
        person: { id: row.id, name: row.name, user_no: row.user_no, avatar: row.avatar },
        cells: columns.map(({ roll_call_id }) => row.cells?.[roll_call_id] ?? null),
        ...totalsOf(row),
      })),
    ),
    columns: columns.map(columnOf),
    calls: columns[0]?.calls ?? 0,
    score: await readAttendanceScore(db, scope.course),
    can: { change: has(scope.access.can, 'attendance.change'), score: has(scope.access.can, 'scores.change') },
  }
}

type Own = Column & { state: AttendanceState | null; changed: boolean; reason: string }
export async function readMyAttendance({ db }: Deps, { person }: Actor, scope: CourseScope) {
  const sql = db
  const list = await rows<Own>(
    sql,
    `select r.id::text as roll_call_id, r.session_id::text, s.title, r.opened_at as at, s.activity_id::text, a.state, coalesce(a.reason, '') as reason,
       exists (select from attendance_changes c where c.roll_call_id = r.id and c.person_id = $2 and c.before is not null) as changed
     from roll_calls r join class_sessions s on s.id = r.session_id left join attendance a on a.roll_call_id = r.id and a.person_id = $2
     where r.course_id = $1 and r.closed_at is not null order by r.opened_at desc, r.id desc limit ${mostColumns}`,
    scope.course,
    person,
  )
  const sums = await one<Totals>(
    sql,
    `select ${totals}, ${percent} from attendance a join roll_calls r on r.id = a.roll_call_id and r.closed_at is not null
     where a.course_id = $1 and a.person_id = $2`,
    scope.course,
    person,
  )
  return {
    items: list.map(({ state, changed, reason, ...column }) => ({ ...columnOf(column), state, changed, reason })),
    ...totalsOf(sums!),
  }
}
