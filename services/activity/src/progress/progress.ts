// A person's progress in an activity: opening, reading, and the facts of it.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { emitAll } from '@lyceum/kit/facts/outbox'
import { courseMembers } from '@lyceum/course/mirror/members'
import type { Actor } from '@lyceum/kit/calls/actor'
import { openActivity } from '../activities/open-activity.ts'
import { definitionOf } from '../activity-types.ts'
import type { Deps } from '../deps.ts'
import type { Interval } from '@lyceum/kit/intervals'
import { progressStepOf } from '../plays/rules.ts'
import type { MyProgress } from './api.ts'
import { factColumns, type ProgressRow, progressFact, progressOf, progressColumns, type ProgressFactRow } from './progress-row.ts'

export type ProgressTouch = { activityId: string; courseId: string; orgId: string; person: string; now: Date }

/** Inserts the row if it is missing and sets the time of the last visit. */
export const upsertProgress = (tx: Tx, { activityId, courseId, orgId, person, now }: ProgressTouch) =>
  rows<ProgressRow & { watched: Interval[] }>(
    tx,
    `
  insert into progress as p (activity_id, person_id, org_id, course_id, first_seen_at, last_seen_at, version)
  values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz, (extract(epoch from $5::timestamptz) * 1000)::bigint)
  on conflict (activity_id, person_id) do update set last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at)
  returning ${progressColumns()}, watched`,
    activityId,
    person,
    orgId,
    courseId,
    now,
  )

/** Whether progress is emitted: that of students, not that of teachers who look at their course, nor while simulating. */
export const emitsProgress = (scope: CourseScope): boolean => {
  const { realRole, simulating } = scope.access
  return realRole === 'student' && !simulating
}

/** Emits the progress, with a hint to the pages of the person and of the course's teachers. */
export async function emitProgress(tx: Tx, row: ProgressFactRow) {
  const teachers = await courseMembers(tx, row.course_id, ['instructor', 'instructor_assistant'])
  await emitAll(tx, [progressFact(row, [row.person_id, ...teachers.map(({ person_id }) => person_id)])])
}
export const needsFact = (previous: { told: number; completed: boolean }, percent: number, completed: boolean) =>
  (completed && !previous.completed) || progressStepOf(percent) > progressStepOf(previous.told)

/** Marks an activity as read and, if that is its criterion, as completed. Reading again changes only the time. */
export async function markRead(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MyProgress> {
  const { db, now } = deps
  const activity = await openActivity(deps, actor, scope, id)
  const touch = { activityId: activity.id, courseId: activity.courseId, orgId: activity.orgId, person: actor.person, now: now() }
  const [previous] = await upsertProgress(db, touch)
  if (previous?.read_at) return progressOf(previous)
  const completes = activity.criterionKey === 'read'
  const full = !definitionOf(activity.type)?.watching
  const after = await one<ProgressRow & ProgressFactRow>(
    db,
    `
    update progress set read_at = $3::timestamptz, completed_at = case when $4 then coalesce(completed_at, $3::timestamptz) else completed_at end,
      percent = case when $5 then 100 else percent end, told_percent = case when $5 then 100 else told_percent end,
      version = greatest(version + 1, (extract(epoch from $3::timestamptz) * 1000)::bigint)
    where activity_id = $1 and person_id = $2
    returning ${factColumns()}, position, read_at, last_seen_at`,
    id,
    actor.person,
    touch.now,
    completes,
    full,
  )
  if (!after) return progressOf(previous)
  if (emitsProgress(scope) && activity.criterionKey !== 'none') await emitProgress(db, after)
  return progressOf(after)
}
