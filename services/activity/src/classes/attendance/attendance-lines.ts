// Attendance of a course for a file: people by name and id from a cursor on, so that each answer reads no more than its people.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { invalid } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { studentsSql } from '../people.ts'
import { type ClassPerson, isId } from '../shapes.ts'
import { type AttendanceLine, linesAtOnce, type LinesQuery, mostLineColumns } from './api.ts'
import { closed, type Column, columnOf, percent, readConditions, type Totals, totals, totalsOf } from './attendance.ts'

type Row = ClassPerson & Totals & { cells: AttendanceLine['cells'] | null; fits: boolean }

/** The last person of an answer, by whom the next one begins: their name as it was read, whatever becomes of it meanwhile. */
type Cursor = { name: string; id: string }
const textOf = ({ name, id }: Cursor): string => Buffer.from(JSON.stringify([name, id])).toString('base64url')
function cursorOf(text: string): Cursor {
  try {
    const [name, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof name === 'string' && isId(id)) return { name, id: id as string }
  } catch {
    // as any other text
  }
  throw invalid({ after: 'field.format' })
}

/** 400 for an `after` that no answer has named. */
export async function readAttendanceLines({ db }: Deps, scope: CourseScope, { conditions, after = undefined }: LinesQuery) {
  const sql = db
  const { keyword, below, activity, group } = readConditions(conditions)
  const from = after === undefined ? undefined : cursorOf(after)
  const columns = await rows<Column>(
    sql,
    `select r.id::text as roll_call_id, r.session_id::text, s.title, r.opened_at as at, s.activity_id::text
     from ${closed} order by r.opened_at desc, r.id desc limit ${mostLineColumns}`,
    scope.course,
    activity,
  )
  const matching = (nth: number) => `${studentsSql('$1')} and ${heldSql(foldedSql('ps.name', 'ps.user_no'), `$${nth}`)}
    and ($${nth + 1}::uuid is null or exists (select from mirror.group_members g
      where g.group_id = $${nth + 1}::uuid and g.person_id = ps.id and g.until is null))`
  const list = await rows<Row>(
    sql,
    `with page as (select ps.id, ps.name, ps.user_no, ps.avatar from ${matching(3)}
       and ($5::uuid is null or (ps.name, ps.id) > ($6::text, $5::uuid)) order by ps.name, ps.id limit $7)
     select p.id::text, p.name, p.user_no, p.avatar, c.*, $8::float8 is null or coalesce(c.percent < $8::float8, false) as fits
     from page p cross join lateral (select ${totals}, ${percent},
         jsonb_agg(jsonb_build_object('roll_call_id', a.roll_call_id, 'state', a.state)) filter (where a.roll_call_id = any($9::uuid[])) as cells
       from attendance a where a.person_id = p.id and a.course_id = $1 and a.roll_call_id in (select r.id from ${closed})) c
     order by p.name, p.id`,
    scope.course,
    activity,
    wordPatterns(keyword),
    group,
    from?.id ?? null,
    from?.name ?? null,
    linesAtOnce,
    below,
    columns.map(({ roll_call_id }) => roll_call_id),
  )
  const head = after
    ? undefined
    : await one<{ n: number }>(sql, `select count(*)::int as n from ${matching(2)}`, scope.course, wordPatterns(keyword), group)
  return {
    items: list
      .filter(({ fits }) => fits)
      .map((row) => ({
        person: { id: row.id, name: row.name, user_no: row.user_no, avatar: row.avatar },
        cells: row.cells ?? [],
        ...totalsOf(row),
      })),
    columns: after ? [] : columns.toReversed().map(columnOf),
    total: head?.n ?? null,
    next: list.length === linesAtOnce ? textOf(list.at(-1)!) : null,
  }
}
