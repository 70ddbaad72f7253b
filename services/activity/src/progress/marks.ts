// The calls that mark an activity: read or done by oneself, completed by hand by who teaches.
import { audit } from '@lyceum/kit/audit/audit'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { rows } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { lockActivity } from '../activity/activity-row.ts'
import { openActivity } from '../activity/open-activity.ts'
import { workRulesOf } from '../types/settings.ts'
import type {} from '../audit-actions.ts'
import { definitionOf } from '../types/activity-types.ts'
import type { Deps } from '../deps.ts'
import type { MyProgress } from '../activity/api.ts'
import { record, recordForMany } from './progress.ts'
import { recordedActivity } from './recorded-activity.ts'
import { progressOf } from '../activity/progress-row.ts'
import { countsProgress } from '../trial.ts'

/** Marks an activity as read and, if that is its criterion, as completed. Reading again changes only the time. */
export async function markRead(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<MyProgress> {
  const activity = await openActivity(deps, actor, scope, id)
  const occasion = { now: deps.now(), counts: countsProgress(scope) }
  return progressOf(await record(deps.db, await recordedActivity(deps.db, activity), actor.person, { kind: 'read' }, occasion))
}

/** The student's own mark: done, or not done after all. 409 activity.notMarkedDone where it is not theirs to mark. */
export async function markDone(deps: Deps, actor: Actor, scope: CourseScope, id: string, done: boolean): Promise<MyProgress> {
  const activity = await openActivity(deps, actor, scope, id)
  if (!definitionOf(activity.type)?.markedDone || workRulesOf(activity) || activity.criterionKey !== 'submitted')
    throw conflict('activity.notMarkedDone')
  const occasion = { now: deps.now(), counts: countsProgress(scope) }
  const event = { kind: done ? 'submitted' : 'withdrawn' } as const
  return progressOf(await record(deps.db, await recordedActivity(deps.db, activity), actor.person, event, occasion))
}

/** Completes an activity for students by hand, or takes that back. 409 activity.notByHand for another criterion, 400 completion.notStudent. */
export async function putCompletion(
  { db, now }: Deps,
  id: string,
  requested: string[],
  completed: boolean,
): Promise<{ person_ids: string[] }> {
  const activity = await lockActivity(db, id)
  if (!activity || activity.deleted) throw notFound('activity', id)
  if (activity.criterionKey !== 'by_hand') throw conflict('activity.notByHand')
  const people = requested.map((person) => person.toLowerCase())
  const students = await rows<{ id: string }>(
    db,
    `select person_id::text as id from mirror.members where course_id = $1 and person_id = any($2) and state = 'active' and role = 'student'`,
    activity.courseId,
    people,
  )
  const known = new Set(students.map((student) => student.id))
  const stranger = people.find((person) => !known.has(person))
  if (stranger) throw invalid({ person_ids: notKnownYet('completion.notStudent', { id: stranger }) })
  const changed = await recordForMany(
    db,
    await recordedActivity(db, activity),
    people,
    { kind: 'byHand', done: completed },
    { now: now(), counts: true },
  )
  const action = completed ? 'progress.completed' : 'progress.takenBack'
  await audit(
    db,
    changed.map((person) => ({ action, subject: `activity:${id}`, person, course: activity.courseId, org: activity.orgId }) as const),
  )
  return { person_ids: people }
}
