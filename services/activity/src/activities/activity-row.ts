// An activity's row as the wire shows it, and as its facts carry it.
import { type Tx, rows } from '@lyceum/kit/db'
import { emitAll, fact } from '@lyceum/kit/outbox'
import type { ActivityChangedSchema, ActivityCreatedSchema, ActivityDeletedSchema, ActivityPublishedSchema } from '@lyceum/proto/activity'
import type { Activity as Row } from '../generated/client.ts'
import type { Activity, ActivityRow, ActivityType, ActivityUpload, MyProgress } from './api.ts'
import { availabilityOf, criterionOf } from './rules.ts'

export type ProgressRow = {
  percent: number
  watched_seconds: number
  position: number
  completed_at: Date | null
  read_at: Date | null
  last_seen_at: Date
}
const untouched: MyProgress = {
  percent: 0,
  completed: false,
  completed_at: null,
  watched_seconds: 0,
  resume_at: 0,
  read_at: null,
  last_seen_at: null,
}

export const progressOf = (row: ProgressRow | undefined): MyProgress =>
  row === undefined
    ? untouched
    : {
        percent: row.percent,
        completed: row.completed_at !== null,
        completed_at: row.completed_at?.toISOString() ?? null,
        watched_seconds: Math.floor(row.watched_seconds),
        resume_at: row.position,
        read_at: row.read_at?.toISOString() ?? null,
        last_seen_at: row.last_seen_at.toISOString(),
      }

/** What the lists need of an activity: its text stays where it is. */
export type ListedRow = Omit<Row, 'body' | 'orgId' | 'deleted' | 'createdBy' | 'createdAt' | 'updatedAt' | 'grantsSince'>

/** Uploads that are gone are left out. `open` false: a student may know that the activity is there, not what is in it. */
export function listed(row: ListedRow, uploads: Map<string, ActivityUpload>, my: MyProgress, now: Date, teaching: boolean): ActivityRow {
  const availability = availabilityOf({ published: row.published, start: row.startTime, end: row.endTime }, now)
  const mine = teaching || availability === 'open' ? row.uploadIds.flatMap((id) => uploads.get(id) ?? []) : []
  const first = row.type === 'online_video' ? uploads.get(row.uploadIds[0] ?? '') : undefined
  return {
    id: row.id,
    course_id: row.courseId,
    module_id: row.moduleId,
    type: row.type as ActivityType,
    title: row.title,
    sort: row.sort,
    published: row.published,
    start_time: row.startTime?.toISOString() ?? null,
    end_time: row.endTime?.toISOString() ?? null,
    availability,
    is_locked: false,
    completion_criterion: criterionOf(row.criterionKey),
    completion_criterion_key: row.criterionKey,
    forward_seeking: row.forwardSeeking,
    video_duration: first?.duration ?? null,
    uploads: mine,
    my,
    version: Number(row.version),
  }
}

export const shownActivity = (row: Row, ...more: [Map<string, ActivityUpload>, MyProgress, Date, boolean]): Activity => ({
  ...listed(row, ...more),
  body: row.body,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

type ActivityFact =
  | typeof ActivityCreatedSchema
  | typeof ActivityChangedSchema
  | typeof ActivityPublishedSchema
  | typeof ActivityDeletedSchema

/** Says what is true of these activities now. Call it after the rows were written. */
export const tellActivities = (tx: Tx, schema: ActivityFact, changed: Row[]) =>
  emitAll(
    tx,
    changed.map((row) =>
      fact(
        schema,
        { key: `course:${row.courseId}`, org: row.orgId },
        {
          activity: {
            id: row.id,
            orgId: row.orgId,
            courseId: row.courseId,
            moduleId: row.moduleId ?? undefined,
            type: row.type,
            title: row.title,
            published: row.published,
            deleted: row.deleted,
            uploadIds: row.uploadIds,
            sort: row.sort,
            startTime: row.startTime?.toISOString(),
            endTime: row.endTime?.toISOString(),
            createdBy: row.createdBy,
            version: row.version,
            grantsSince: row.grantsSince,
          },
        },
      ),
    ),
  )

/** The progress of one person in one activity; undefined when they have not touched it. */
export const readProgress = async (tx: Tx, activity: string, person: string): Promise<ProgressRow | undefined> =>
  (
    await rows<ProgressRow>(
      tx,
      `
    select percent, watched_seconds, position, completed_at, read_at, last_seen_at from progress
    where activity_id = $1::uuid and person_id = nullif($2, '')::uuid`,
      activity,
      person,
    )
  )[0]
