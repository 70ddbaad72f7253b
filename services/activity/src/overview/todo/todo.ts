// The to-dos of a student: one query over the open activities of their courses, as a list or course by course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain, rows } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { watchedTypes } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import type { Todo } from './api.ts'
import { coursesSql, listSql } from './todo-sql.ts'

type TodoRow = Omit<Todo, 'start_time' | 'due_time' | 'end_time' | 'last_seen_at'> & {
  start_time: Date | null
  due_time: Date | null
  end_time: Date | null
  last_seen_at: Date | null
}
type Row = TodoRow & { later: boolean; total: number; late_total: number; due_soon: number; next_due_at: Date | null }
/** The next to-do of a course. */
type CourseRow = TodoRow & { in_course: number; late_in_course: number; courses: number }

type TodoQuery = PageQuery & { conditions?: string }

function todoRequest({ person }: Actor, { now }: Deps, { conditions: text, ...page }: TodoQuery, names: readonly string[]) {
  const { course_id = '', state = 'open' } = conditionsOf(text, names) as Record<string, unknown>
  if (typeof course_id !== 'string' || !/^([0-9a-f-]{36})?$/.test(course_id)) throw invalid({ 'conditions.course_id': 'field.format' })
  if (state !== 'open' && state !== 'upcoming') throw invalid({ 'conditions.state': 'field.choice' })
  return { state, values: [person, now(), course_id, watchedTypes], ...limits(page) } as const
}

/** `upcoming`: the number of those that open later beside the open ones. */
export async function listTodo(deps: Deps, actor: Actor, { upcoming = 0, ...query }: TodoQuery & { upcoming?: number }) {
  const { state, values, limit, offset } = todoRequest(actor, deps, query, ['course_id', 'state'])
  const both = state === 'open' && upcoming > 0
  const read = (limit: number, offset: number) =>
    rows<Row>(plain(deps.pool), listSql(both ? 'both' : state), ...values, limit, offset, ...(both ? [upcoming] : []))
  const found = await read(limit, offset)
  const [items, later] = [found.filter((row) => !(both && row.later)), found.filter((row) => both && row.later)]
  // a page beyond the data also carries the totals
  const totals = items[0] ?? (offset === 0 ? undefined : (await read(1, 0)).find((row) => !(both && row.later)))
  return {
    ...pageOf(query, totals?.total ?? 0, items.map(asTodo)),
    late: totals?.late_total ?? 0,
    due_soon: totals?.due_soon ?? 0,
    next_due_at: totals?.next_due_at?.toISOString() ?? null,
    ...(both && { upcoming: { items: later.map(asTodo), total: later[0]?.total ?? 0 } }),
  }
}

export async function listTodoCourses(deps: Deps, actor: Actor, query: TodoQuery) {
  const { state, values, limit, offset } = todoRequest(actor, deps, query, ['state'])
  const read = (limit: number, offset: number) => rows<CourseRow>(plain(deps.pool), coursesSql(state), ...values, limit, offset)
  const found = await read(limit, offset)
  const [totals] = found.length > 0 || offset === 0 ? found : await read(1, 0)
  return pageOf(
    query,
    totals?.courses ?? 0,
    found.map((row) => ({
      course_id: row.course_id,
      course_name: row.course_name,
      total: row.in_course,
      late: row.late_in_course,
      next: asTodo(row),
    })),
  )
}

const asTodo = ({ start_time, due_time, end_time, last_seen_at, ...row }: TodoRow): Todo => ({
  activity_id: row.activity_id,
  course_id: row.course_id,
  course_name: row.course_name,
  type: row.type,
  title: row.title,
  start_time: start_time?.toISOString() ?? null,
  due_time: due_time?.toISOString() ?? null,
  end_time: end_time?.toISOString() ?? null,
  late: row.late,
  kind: row.kind,
  reviews: row.reviews,
  rework: row.rework,
  running: row.running,
  percent: row.percent,
  last_seen_at: last_seen_at?.toISOString() ?? null,
  video_duration: row.video_duration,
})
