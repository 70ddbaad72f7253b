// How far somebody is: what one heartbeat or one reading changes, and whom it is told.
import { rows, type Tx } from '@lyceum/kit/db'
import { emit } from '@lyceum/kit/outbox'
import { courseMembers } from '@lyceum/course/mirror/members'
import { ProgressChangedSchema } from '@lyceum/proto/activity'
import type { Actor } from '@lyceum/kit/actor'
import type { Place } from '@lyceum/kit/routes'
import { standingOf } from '@lyceum/course/mirror/rules'
import { openActivity } from '../activities/open-activity.ts'
import { type ProgressRow, progressOf } from '../activities/activity-row.ts'
import type { MyProgress } from '../activities/api.ts'
import type { Deps } from '../deps.ts'
import { stepOf } from '../plays/rules.ts'

export type Touched = { activityId: string; courseId: string; orgId: string; person: string; now: Date }

/** The row is there and somebody was here now. */
export const touchProgress = (tx: Tx, { activityId, courseId, orgId, person, now }: Touched) =>
  rows<ProgressRow & { watched: [number, number][] }>(
    tx,
    `
  insert into progress as p (activity_id, person_id, org_id, course_id, first_seen_at, last_seen_at, version)
  values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::timestamptz, $5::timestamptz, (extract(epoch from $5::timestamptz) * 1000)::bigint)
  on conflict (activity_id, person_id) do update set last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at)
  returning percent, watched, watched_seconds, position, completed_at, read_at, last_seen_at`,
    activityId,
    person,
    orgId,
    courseId,
    now,
  )

/** A student's own progress is told; that of teachers who look at their course is not, nor what is simulated. */
export const isTold = (place: Place): boolean => {
  const { realRole, simulating } = standingOf(place)
  return realRole === 'student' && !simulating
}

export type Told = {
  activityId: string
  courseId: string
  orgId: string
  person: string
  percent: number
  completedAt: Date | null
  watchedSeconds: number
  version: bigint
}

/** Told to the person's own pages and those of who teaches the course. */
export async function tellProgress(tx: Tx, { activityId, courseId, orgId, person, percent, completedAt, watchedSeconds, version }: Told) {
  const teachers = await courseMembers(tx, courseId, ['instructor', 'instructor_assistant'])
  await emit(
    tx,
    ProgressChangedSchema,
    { key: `course:${courseId}`, org: orgId, hint: { people: [person, ...teachers.map(({ person_id }) => person_id)] } },
    {
      personId: person,
      orgId,
      courseId,
      activityId,
      percent,
      completed: completedAt !== null,
      completedAt: completedAt?.toISOString(),
      watchedSeconds: Math.floor(watchedSeconds),
      version,
    },
  )
}
export const isWorthTelling = (before: { told: number; completed: boolean }, percent: number, completed: boolean) =>
  (completed && !before.completed) || stepOf(percent) > stepOf(before.told)

/** I have opened it; where that is the criterion, I am done. Opening again changes nothing but the time. */
export async function markRead(deps: Deps, actor: Actor, place: Place, id: string): Promise<MyProgress> {
  const { db, now } = deps
  const activity = await openActivity(deps, place, id)
  const at = { activityId: activity.id, courseId: activity.courseId, orgId: activity.orgId, person: actor.person, now: now() }
  const [before] = await touchProgress(db, at)
  if (before?.read_at) return progressOf(before)
  const done = activity.criterionKey === 'read'
  const full = activity.type !== 'online_video'
  const [after] = await rows<ProgressRow & { version: string; told: number }>(
    db,
    `
    update progress set read_at = $3::timestamptz, completed_at = case when $4 then coalesce(completed_at, $3::timestamptz) else completed_at end,
      percent = case when $5 then 100 else percent end, told_percent = case when $5 then 100 else told_percent end,
      version = greatest(version + 1, (extract(epoch from $3::timestamptz) * 1000)::bigint)
    where activity_id = $1::uuid and person_id = $2::uuid
    returning percent, watched_seconds, position, completed_at, read_at, last_seen_at, version::text`,
    id,
    actor.person,
    at.now,
    done,
    full,
  )
  if (!after) return progressOf(before)
  if (isTold(place) && activity.criterionKey !== 'none') {
    await tellProgress(db, {
      ...at,
      percent: after.percent,
      completedAt: after.completed_at,
      watchedSeconds: after.watched_seconds,
      version: BigInt(after.version),
    })
  }
  return progressOf(after)
}
