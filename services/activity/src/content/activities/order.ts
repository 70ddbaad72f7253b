// The order of activities: brought into a module in an order, or moved within and between modules.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { requireInCoursesOf } from '../deletions/deletions.ts'
import type { Deps } from '../../deps.ts'
import type { Refused } from '../refused-api.ts'
import { followModules } from '../modules/following.ts'
import { timesOfModules } from '../modules/module-times.ts'
import { activityColumns, activityOf, emitActivities, type SqlActivity } from '../../activity/activity-row.ts'
import { inOrder } from './bulk-changes.ts'
import { checkModule, lockModule } from './draft.ts'

type Arranged = { module_id: string | null; activity_ids: string[] }

/**
 * Writes the order of a module's activities, or of those of a course without one: `arrange` puts `moved` among the others. Of two who move at the
 * same moment the second finds what the first has moved where it is then. 400 activity.unknown names the first that is not in the course.
 */
async function place(
  { db, now }: Deps,
  actor: Actor,
  course: string,
  module: string | null,
  moved: string[],
  arrange: (others: string[]) => string[],
): Promise<Arranged> {
  // as for a new activity and a copy
  await run(db, `select pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module ?? course)
  const present = await rows<{ id: string; module: string | null; sort: number }>(
    db,
    `
    select id::text, module_id::text as module, sort from activities
    where course_id = $1 and not deleted and (id = any($2) or module_id is not distinct from $3::uuid) order by id for update`,
    course,
    moved,
    module,
  )
  const moduleOf = new Map(present.map((row) => [row.id, row.module]))
  const unknown = moved.find((id) => !moduleOf.has(id))
  if (unknown) throw invalid({ activity_ids: ['activity.unknown', { id: unknown }] })
  const others = present.filter(({ id }) => !moved.includes(id)).sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
  const order = arrange(others.map(({ id }) => id))
  const changed = await rows<SqlActivity>(
    db,
    `
    update activities a set sort = n.position, module_id = $1::uuid, version = ${nextVersion('a.version')}, updated_at = now(),
      changed_by = case when a.module_id is distinct from $1::uuid then $3 else a.changed_by end,
      changed_at = case when a.module_id is distinct from $1::uuid then $4 else a.changed_at end
    from (select id, nth::int as position from unnest($2::uuid[]) with ordinality as ordered(id, nth)) n
    where a.id = n.id and (a.sort <> n.position or a.module_id is distinct from $1::uuid) returning ${activityColumns}`,
    module,
    order,
    actor.person,
    now(),
  )
  await emitActivities(db, ActivityChangedSchema, inOrder(changed))
  const entered = changed.map(activityOf).filter(({ id }) => moduleOf.get(id) !== module)
  if (entered.length > 0) {
    const times = await timesOfModules(
      db,
      [...new Set([module, ...moduleOf.values()])].filter((id) => id !== null),
    )
    const of = (id: string | null | undefined) => (id ? times.get(id) : undefined)
    await followModules(
      db,
      entered.map((row) => ({ row, before: of(moduleOf.get(row.id)), after: of(module) })),
    )
  }
  return { module_id: module, activity_ids: order }
}

/** Moves activities into the module in this order; the module's other activities follow in their own order. */
export async function sortActivities(deps: Deps, actor: Actor, course: string, module: string, requested: string[]): Promise<Arranged> {
  if (!(await lockModule(deps.db, module))) throw notFound('module', module)
  const moved = requested.map((id) => id.toLowerCase())
  return await place(deps, actor, course, module, moved, (others) => [...moved, ...others])
}

export type Move = { activity_ids: string[]; module_id: string | null; before: string | null }

/** Moves activities before another one of a module, or to its end: where that one is not there any more, to the end too. */
export async function moveActivities(
  deps: Deps,
  actor: Actor,
  { activity_ids, module_id, before }: Move,
): Promise<Arranged & { refused: Refused[] }> {
  const { ids: moved, courses, refused } = await requireInCoursesOf(deps.db, actor, activity_ids, 'content.change', { some: true })
  const [course, another] = courses
  if (!course || another) throw invalid({ activity_ids: ['activity.unknown', { id: moved.at(-1)! }] })
  await checkModule(deps, course, module_id)
  const arranged = await place(deps, actor, course, module_id, moved, (others) => {
    const at = before === null ? -1 : others.indexOf(before)
    return at < 0 ? [...others, ...moved] : [...others.slice(0, at), ...moved, ...others.slice(at)]
  })
  return { ...arranged, refused }
}
