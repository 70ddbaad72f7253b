// The row of an attempt: found for a call, and what a call says of it.
import { type CourseScope, findInCourse } from '@lyceum/course/mirror/rules'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { settingsOf } from '../../types/settings.ts'
import type { Arranged } from '../../questions/papers/paper-view.ts'
import { shufflingOf } from '../../questions/papers/rules.ts'
import type { AttemptHead, AttemptState } from './api.ts'

/** The columns of an activity that calls about its attempts need. */
export type AttemptActivity = { type: string; title: string; anonymous: boolean; settings: Record<string, unknown>; version: number }
export type AttemptRow = {
  id: string
  org_id: string
  course_id: string
  activity_id: string
  person_id: string
  paper_id: string
  versions: string[]
  seed: string
  shuffle: number
  state: AttemptState
  trial: boolean
  device: string
  started_at: Date
  deadline: Date
  accept_until: Date
  paused_at: Date | null
  submitted_at: Date | null
  submitted_by: 'student' | 'deadline' | 'invigilator' | null
  points: string | null
  /** The points as a fraction, before they are rounded. */
  exact: string | null
  to_mark: number
  seen_at: Date | null
  flags: number
  marked_slots: number[]
  /** Without a way back: the slots before it are not answered any more. */
  furthest: number
  device_changes: number
  pseudonym: number
  version: string
}

const attemptColumnsOf = (
  a: string,
) => `${a}.id::text, ${a}.org_id::text, ${a}.course_id::text, ${a}.activity_id::text, ${a}.person_id::text,
  ${a}.paper_id::text, array_to_json(${a}.versions) as versions, ${a}.seed::text, ${a}.shuffle, ${a}.state, ${a}.trial, ${a}.device::text, ${a}.started_at,
  ${a}.deadline, ${a}.accept_until, ${a}.paused_at, ${a}.submitted_at, ${a}.submitted_by, trim_scale(${a}.points)::text as points, ${a}.exact,
  ${a}.to_mark,
  ${a}.seen_at, ${a}.flags, array_to_json(${a}.marked_slots) as marked_slots, ${a}.furthest::int, ${a}.device_changes, ${a}.pseudonym, ${a}.version::text`
export const attemptColumns = attemptColumnsOf('a')

type ReadAttempt = AttemptRow & { activity: AttemptActivity; ranges: string[] | null }
/** Finds the course of an attempt whose activity is not deleted; the row goes with the scope. */
export const findAttempt: Finder = async (tx, id, actor) => {
  const found = await findInCourse<ReadAttempt>(tx, id, actor, {
    columns: `, ${attemptColumnsOf('t')},
       json_build_object('type', x.type, 'title', x.title, 'anonymous', x.anonymous, 'settings', x.settings, 'version', x.version) as activity, e.ip_ranges as ranges`,
    from: 'attempts t join activities x on x.id = t.activity_id and not x.deleted left join exam_access e on e.activity_id = t.activity_id',
  })
  if (!found) return undefined
  const { row, ...scope } = found
  return { ...scope, attempt: row, activity: row.activity, ranges: row.ranges } as Scope
}

/** The activity of the attempt that a call is about, with all its settings. */
export function activityOfAttempt(scope: CourseScope): AttemptActivity {
  const { activity } = scope as CourseScope & { activity: AttemptActivity }
  return { ...activity, settings: settingsOf(activity) }
}

/** The attempt that a call is about. */
export const attemptOf = (scope: CourseScope): AttemptRow => (scope as CourseScope & { attempt: AttemptRow }).attempt

/** The IP ranges from which it may be written; none: from everywhere, as for a trial. */
export const rangesOf = (scope: CourseScope): string[] =>
  attemptOf(scope).trial ? [] : ((scope as CourseScope & { ranges: string[] | null }).ranges ?? [])

/** The attempt that a call is about, if it is the caller's own. 404 for another one's. */
export function myAttempt(scope: CourseScope, person: string): AttemptRow {
  const attempt = attemptOf(scope)
  if (attempt.person_id !== person) throw notFound('attempt', attempt.id)
  return attempt
}

/** Reads it anew, as something else may have changed it. */
export async function readAttempt(tx: Tx, id: string): Promise<AttemptRow> {
  const row = await one<AttemptRow>(tx, `select ${attemptColumns} from attempts a where a.id = $1`, id)
  if (!row) throw notFound('attempt', id)
  return row
}

export const arrangedBy = ({ seed, shuffle }: Pick<AttemptRow, 'seed' | 'shuffle'>): Arranged => ({ seed, shuffling: shufflingOf(shuffle) })

type HeadRow = Pick<
  AttemptRow,
  'id' | 'activity_id' | 'paper_id' | 'started_at' | 'deadline' | 'accept_until' | 'paused_at' | 'device' | 'seed' | 'trial'
>
export const toHead = (row: HeadRow, device: string | undefined, now: Date): AttemptHead => ({
  id: row.id,
  activity_id: row.activity_id,
  paper_id: row.paper_id,
  started_at: row.started_at.toISOString(),
  deadline: row.deadline.toISOString(),
  accept_until: row.accept_until.toISOString(),
  now: now.toISOString(),
  paused_at: row.paused_at?.toISOString() ?? null,
  device_is_mine: device === undefined || row.device === device,
  seed: row.seed,
  trial: row.trial,
})
