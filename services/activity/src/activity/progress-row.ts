// The row of a progress: in replies, in facts.
import { one, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { fact, type OutgoingFact } from '@lyceum/kit/facts/outbox'
import { ProgressChangedSchema } from '@lyceum/proto/activity'
import type { Progress } from '../generated/client.ts'
import type { MyProgress } from './api.ts'

export const progressColumns = columnsOf<Progress>()(
  'percent',
  'pages_read',
  'watched_seconds',
  'position',
  'completed_at',
  'read_at',
  'last_seen_at',
  'state',
  'opened',
)
export type ProgressRow = RowOf<typeof progressColumns>

const noProgress: MyProgress = {
  percent: 0,
  pages_read: 0,
  completed: false,
  completed_at: null,
  watched_seconds: 0,
  resume_at: 0,
  read_at: null,
  last_seen_at: null,
}

export const progressOf = (row: ProgressRow | undefined): MyProgress =>
  row === undefined
    ? noProgress
    : {
        percent: row.percent,
        pages_read: row.pages_read,
        completed: row.completed_at !== null,
        completed_at: row.completed_at?.toISOString() ?? null,
        watched_seconds: Math.floor(row.watched_seconds),
        resume_at: row.position,
        read_at: row.read_at?.toISOString() ?? null,
        last_seen_at: row.opened ? row.last_seen_at.toISOString() : null,
      }

/** The progress of a person in an activity; undefined before there is any. A trial is seen only by who is on trial. */
export const readProgress = (tx: Tx, activity: string, person: string, trial: boolean): Promise<ProgressRow | undefined> =>
  one<ProgressRow>(
    tx,
    `select ${progressColumns()} from progress where activity_id = $1 and person_id = nullif($2, '')::uuid and (not trial or $3)`,
    activity,
    person,
    trial,
  )

export const factColumns = columnsOf<Progress>()(
  'activity_id',
  'person_id',
  'org_id',
  'course_id',
  'percent',
  'watched_seconds',
  'completed_at',
  'version',
)
export type ProgressFactRow = RowOf<typeof factColumns>

/** `people`: the persons whose open pages get a hint. */
export const progressFact = (row: ProgressFactRow, people?: string[]): OutgoingFact =>
  fact(
    ProgressChangedSchema,
    { key: `course:${row.course_id}`, org: row.org_id, ...(people && { hint: { people, about: row.person_id } }) },
    {
      personId: row.person_id,
      orgId: row.org_id,
      courseId: row.course_id,
      activityId: row.activity_id,
      percent: row.percent,
      completed: row.completed_at !== null,
      completedAt: row.completed_at?.toISOString(),
      watchedSeconds: Math.floor(row.watched_seconds),
      version: BigInt(row.version),
    },
  )
