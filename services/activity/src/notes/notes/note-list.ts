// Lists of notes: mine over all courses, those beside a file with what others share there, and the courses that have some.
import { courseRules, teaches } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, Problem } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { openActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import type { NotedCourse, NotePage, NotesQuery } from './api.ts'
import { readNotes } from './note-row.ts'

function readConditions(text: string | undefined) {
  const { keyword, placed } = conditionsOf(text, ['keyword', 'placed'])
  if (keyword !== undefined && typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (placed !== undefined && typeof placed !== 'boolean') throw invalid({ 'conditions.placed': 'field.type' })
  return { keyword: keyword?.trim() ?? '', placed }
}

/** The readers' groups that the actor is of in an activity that is open to them and shows the file; none elsewhere, which says no more than an empty list. */
async function sharedWith(deps: Deps, actor: Actor, activity: string, target: string): Promise<string[]> {
  const { db } = deps
  const found = await one<{ course: string; org: string }>(
    db,
    'select course_id::text as course, org_id::text as org from activities where id = $1 and not deleted',
    activity,
  )
  if (!found) return []
  try {
    const scope = await courseRules.viewCourse(db, actor, found)
    const { uploadIds, textUploadIds } = await openActivity(deps, actor, scope, activity)
    if (!uploadIds.includes(target) && !textUploadIds.includes(target)) return []
    if (teaches(scope.access)) return ['teachers', 'course']
    return scope.access.role ? ['course'] : []
  } catch (error) {
    if (error instanceof Problem && [401, 403, 404].includes(error.status)) return []
    throw error
  }
}

export async function listNotes(deps: Deps, actor: Actor, query: NotesQuery): Promise<NotePage> {
  const { course_id, activity_id, target_id } = query
  const { keyword, placed } = readConditions(query.conditions)
  const { limit, offset } = limits(query)
  const audiences = activity_id && target_id ? await sharedWith(deps, actor, activity_id, target_id) : []
  const values: unknown[] = [actor.person]
  const bind = (value: unknown) => `$${values.push(value)}`
  const mine = 'n.person_id = $1::uuid'
  const clauses = ['n.deleted_at is null']
  if (audiences.length === 0) clauses.push(mine)
  // as the index of shared notes says it, whatever the values are
  else
    clauses.push(
      `(${mine} or (n.audience <> 'me' and n.activity_id = ${bind(activity_id)}::uuid and n.audience = any(${bind(audiences)}::text[])))`,
    )
  if (course_id) clauses.push(`n.course_id = ${bind(course_id)}::uuid`)
  if (target_id) clauses.push(`n.target_id = ${bind(target_id)}::uuid`)
  else if (activity_id) clauses.push(`n.activity_id = ${bind(activity_id)}::uuid`)
  if (placed !== undefined) clauses.push(`n.placed = ${bind(placed)}::bool`)
  if (keyword) clauses.push(`n.words @@ (select kit.search_query(${bind(keyword)}))`)
  const from = `from notes n where ${clauses.join(' and ')}`
  // whatever is changed during a read of all pages keeps its page
  const byMaking = query.order === 'made'
  const order = byMaking
    ? 'n.id'
    : target_id
      ? `n.placed desc, n.anchor, (coalesce(n.area #>> '{boxes,0,1}', n.area ->> 'y'))::float8 nulls first, n.id`
      : 'n.updated_at desc, n.id'
  const found = await rows<{ id: string; total: number }>(
    deps.db,
    `select n.id::text, count(*) over ()::int as total ${from} order by ${order} limit ${bind(limit)} offset ${bind(offset)}`,
    ...values,
  )
  const total = found[0]?.total ?? (offset === 0 ? 0 : await countOf(deps, from, values.slice(0, -2)))
  return pageOf(
    query,
    total,
    await readNotes(
      deps,
      actor,
      found.map(({ id }) => id),
    ),
  )
}
const countOf = async ({ db }: Deps, from: string, values: unknown[]) =>
  (await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values))?.n ?? 0

export async function listNotedCourses({ db }: Deps, { person }: Actor, query: PageQuery) {
  const { limit, offset } = limits(query)
  const found = await rows<NotedCourse & { total: number }>(
    db,
    `select n.course_id::text as id, coalesce(max(c.name), '') as name, count(*)::int as notes, count(*) over ()::int as total
     from notes n left join mirror.courses c on c.id = n.course_id where n.person_id = $1::uuid and n.deleted_at is null
     group by n.course_id order by 2, 1 limit $2 offset $3`,
    person,
    limit,
    offset,
  )
  const count = `select count(distinct course_id)::int as n from notes where person_id = $1::uuid and deleted_at is null`
  const total = found[0]?.total ?? (offset === 0 ? 0 : ((await one<{ n: number }>(db, count, person))?.n ?? 0))
  return pageOf(
    query,
    total,
    found.map(({ total: _, ...course }): NotedCourse => course),
  )
}
