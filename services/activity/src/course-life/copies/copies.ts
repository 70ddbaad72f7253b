// The call that copies an activity within its course.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { ActivityChangedSchema } from '@lyceum/proto/activity'
import { buildReply } from '../../content/activities/activities.ts'
import { activityColumns, activityOf, emitActivities, readActivities, type SqlActivity } from '../../activity/activity-row.ts'
import type { Activity } from '../../activity/api.ts'
import { moduleTimes } from '../../content/modules/module-times.ts'
import { checkModule, checkTitle } from '../../content/activities/draft.ts'
import type { Deps } from '../../deps.ts'
import type { CopyDraft } from './api.ts'
import { lockPrerequisites } from '../../times/prerequisites/prerequisites.ts'
import { copy, copyPrerequisites } from './copy.ts'

/** 400 for a module of another course, 404 for a deleted activity. */
export async function copyActivity(deps: Deps, actor: Actor, scope: CourseScope, id: string, draft: CopyDraft): Promise<Activity> {
  const { db } = deps
  await lockPrerequisites(db, scope.course)
  const [from] = await readActivities(db, [id])
  if (!from || from.deleted) throw notFound('activity', id)
  const module = draft.module_id === undefined ? from.moduleId : draft.module_id
  await checkModule(deps, from.courseId, module)
  const title = draft.title === undefined ? from.title : checkTitle(draft.title)
  const sort = await makeRoom(deps, from.courseId, module, draft.sort, id)
  const row = await copy(deps, from, { orgId: from.orgId, courseId: from.courseId, moduleId: module, sort, title, createdBy: actor.person })
  await copyPrerequisites(db, id, row.id)
  return await buildReply(deps, actor, scope, row, await moduleTimes(db, module))
}

/** The position of a new activity; those from there on move by one. Without `wanted` after `beside`, where that is not among them at the end. */
async function makeRoom({ db }: Deps, course: string, module: string | null, wanted: number | undefined, beside: string): Promise<number> {
  // as for a new activity: two at the same moment must not get the same position
  await run(db, `select pg_advisory_xact_lock(hashtextextended('activities:' || $1, 0))`, module ?? course)
  const present = await rows<{ id: string; sort: number }>(
    db,
    `
    select id::text, sort from activities where course_id = $1 and module_id is not distinct from $2::uuid and not deleted
    order by id for no key update`,
    course,
    module,
  )
  present.sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
  const original = present.findIndex(({ id }) => id === beside)
  const place = Math.min(wanted ?? (original < 0 ? present.length + 1 : original + 2), present.length + 1)
  const order = present.map(({ id }, nth) => ({ id, sort: nth + 1 < place ? nth + 1 : nth + 2 }))
  const moved = await rows<SqlActivity>(
    db,
    `
    update activities a set sort = n.sort, version = ${nextVersion('a.version')}, updated_at = now()
    from unnest($1::uuid[], $2::int[]) as n(id, sort) where a.id = n.id and a.sort <> n.sort returning ${activityColumns}`,
    order.map(({ id }) => id),
    order.map(({ sort }) => sort),
  )
  await emitActivities(db, ActivityChangedSchema, moved.map(activityOf))
  return place
}
