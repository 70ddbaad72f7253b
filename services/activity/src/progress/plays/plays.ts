// Play sessions: one opens an upload by a grant, its heartbeats report watched intervals.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, plainDatabase, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { covered, mergeIntervals } from '@lyceum/kit/intervals'
import type { Finder } from '@lyceum/kit/calls/routes'
import { beginServed, servedTo } from '@lyceum/upload/mirror/served-seconds'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { assertOpen, openActivity } from '../../activity/open-activity.ts'
import { watchingOf } from '../../types/settings.ts'
import type { Deps } from '../../deps.ts'
import type { Activity, PlaySession } from '../../generated/client.ts'
import { recordedColumns, type RecordedRow, recordOver, recordVisit } from '../progress.ts'
import { progressOf } from '../../activity/progress-row.ts'
import { countsProgress } from '../../trial.ts'
import { closes, joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import { isLink, isMedia, isOpenable, uploadsById } from '../../activity/uploads/uploads.ts'
import type { Heartbeat, HeartbeatReply, Play } from './api.ts'
import { grantFor } from './grants.ts'
import { countHeartbeat, lateHours, maxRate, watchedPercent } from './rules.ts'

const heartbeatSeconds = 15

/** Starts a play session. 409 upload.notReady until the upload is playable, 404, 409 activity.noUpload. */
export async function startPlay(deps: Deps, actor: Actor, scope: CourseScope, id: string, requested: string | undefined): Promise<Play> {
  const { db, now } = deps
  const activity = await openActivity(deps, actor, scope, id)
  const uploadId = requested?.toLowerCase() ?? activity.uploadIds[0]
  if (!uploadId) throw conflict('activity.noUpload')
  const upload = activity.uploadIds.includes(uploadId) ? (await uploadsById(db, [uploadId])).get(uploadId) : undefined
  if (!upload) throw notFound('lark.errorMsg', uploadId)
  if (!isOpenable(upload)) throw conflict('upload.notReady', { status: upload.status, ...(upload.reason && { reason: upload.reason }) })
  const time = now()
  const session = newId()
  const counts = countsProgress(scope)
  const progress = await recordVisit(db, activity, actor.person, { now: time, counts })
  await db.playSession.create({
    data: {
      id: session,
      orgId: activity.orgId,
      courseId: activity.courseId,
      activityId: id,
      personId: actor.person,
      uploadId,
      told: counts,
      startedAt: time,
      lastBeatAt: time,
    },
  })
  const media = isMedia(upload)
  if (media) await beginServed(deps.kv, actor.person, uploadId)
  const { grant, expires, file } = grantFor(deps, actor, scope, activity, upload)
  return {
    play_session_id: session,
    upload: { id: uploadId, name: upload.name, type: upload.type, duration: upload.duration },
    grant,
    expires_at: expires.toISOString(),
    urls: { hls: media ? `/bytes/${grant}/master.m3u8` : null, file: (media && !file) || isLink(upload) ? null : `/bytes/${grant}/file` },
    resume_at: progress.position,
    // those of a longer recording before this one
    watched: mergeIntervals(progress.watched, upload.duration),
    pages_seen: progress.details.pages?.[uploadId] ?? [],
    heartbeat_seconds: heartbeatSeconds,
    max_rate: maxRate,
    forward_seeking: watchingOf(activity)?.forwardSeeking ?? true,
    download: file,
  }
}

/** Finds the course of a play session, if it is not deleted, and the upload of the session. */
export const findPlaySession: Finder = async (tx, id) =>
  await one<PlaySessionScope>(
    tx,
    `
    select s.org_id as org, s.course_id as course, s.upload_id as upload
    from play_sessions s join mirror.courses c on c.id = s.course_id and not c.deleted where s.id = $1`,
    id,
  )
type PlaySessionScope = CourseScope & { upload: string }

const sessionColumns = columnsOf<PlaySession>()(
  'activity_id',
  'course_id',
  'org_id',
  'person_id',
  'upload_id',
  'started_at',
  'last_seq',
  'told',
)
const activityColumns = columnsOf<Activity>()('type', 'criterion_key', 'settings', 'upload_ids')
/** `opens`, `closes`: for the person of the session. */
type Session = RowOf<typeof sessionColumns> &
  RowOf<typeof activityColumns> &
  RecordedRow & {
    published: boolean
    opens: Date | null
    closes: Date | null
    activity_deleted: boolean
    upload_deleted: boolean | null
    duration: number | null
  }

/**
 * The time up to which a heartbeat that arrives now may spend wall clock. Throws as assertOpen when the person may no longer open the activity.
 * Seconds played before the activity's end still count when they arrive within two heartbeats after it.
 */
function spendableUntil(current: Session, scope: CourseScope, time: Date): Date {
  if (current.activity_deleted) throw notFound('activity', current.activity_id)
  if (current.upload_deleted) throw notFound('lark.errorMsg', current.upload_id)
  if (current.upload_ids[0] !== current.upload_id) throw conflict('play.over')
  const end = current.closes
  const justEnded = end !== null && end <= time && time.getTime() - end.getTime() <= 2 * heartbeatSeconds * 1000
  const activity = { ...current, id: current.activity_id, deleted: false, startTime: current.opens, endTime: justEnded ? null : end }
  assertOpen(activity, scope.access, time)
  return justEnded && !seesAll(scope.access) ? end : time
}

/** Counts a heartbeat. Hot: one row is read and locked, two are written by one statement; a fact only at each 5 % and at completion. */
export const heartbeat = async (
  { pool, kv, now }: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  beat: Heartbeat,
): Promise<HeartbeatReply> => {
  const served = await servedTo(kv, actor.person, (scope as PlaySessionScope).upload)
  return await plainDatabase(pool).$transaction(async (tx) => {
    const current = await one<Session>(
      tx,
      `
    select ${sessionColumns('s')}, ${activityColumns('a')}, ${recordedColumns('p')},
      ${shownSql('a')} as published, ${opens} as opens, ${closes} as closes, a.deleted as activity_deleted, u.deleted as upload_deleted, u.duration
    from play_sessions s
    join activities a on a.id = s.activity_id
    join progress p on p.activity_id = s.activity_id and p.person_id = s.person_id
    left join uploads u on u.id = s.upload_id
    ${joinTimes('s.person_id')}
    where s.id = $1 for update of s, p`,
      id,
    )
    if (!current) throw notFound('playSession', id)
    if (current.person_id !== actor.person) throw forbidden()
    const watching = watchingOf({ ...current, criterionKey: current.criterion_key })
    if (!watching) throw conflict('play.notVideo')
    const time = now()
    const clock = spendableUntil(current, scope, time)
    if (beat.seq <= current.last_seq) return { ...progressOf(current), watched: current.watched, state: 'repeated' }
    if (time.getTime() - current.started_at.getTime() > lateHours * 3_600_000) throw conflict('play.over')
    const result = countHeartbeat(
      {
        watched: current.watched,
        creditedUntil: current.credited_until,
        startedAt: current.started_at,
        now: clock,
        duration: current.duration,
        forwardSeeking: watching.forwardSeeking,
        served,
      },
      { intervals: beat.intervals, rate: beat.rate ?? 1 },
    )
    if ('refused' in result) throw conflict(result.refused, { seconds: result.seconds })
    const { watched, creditedUntil } = result
    const seconds = covered(watched)
    const position = Math.min(
      beat.position ?? mergeIntervals(beat.intervals, current.duration).at(-1)?.[1] ?? current.position,
      current.duration ?? Number.POSITIVE_INFINITY,
      // without forward seeking a person resumes within the watched part
      watching.forwardSeeking ? Number.POSITIVE_INFINITY : (watched.at(-1)?.[1] ?? 0),
    )
    const after = await recordOver(
      tx,
      {
        id: current.activity_id,
        courseId: current.course_id,
        orgId: current.org_id,
        criterionKey: current.criterion_key,
        watching: true,
      },
      current,
      { kind: 'watched', watched, seconds, percent: watchedPercent(seconds, current.duration), position, creditedUntil },
      { now: time, counts: current.told && countsProgress(scope) },
      {
        sql: (nth) => `update play_sessions set last_seq = $${nth}, last_beat_at = $${nth + 1} where id = $${nth + 2}`,
        values: [beat.seq, time, id],
      },
    )
    if (!after) throw notFound('playSession', id)
    return { ...progressOf(after), watched, state: 'counted' }
  })
}

/** Ends the play sessions of an activity: its recording was replaced. A heartbeat that waits for its own finds none any more. */
export const endPlays = (tx: Tx, activity: string): Promise<number> => run(tx, 'delete from play_sessions where activity_id = $1', activity)

/** Deletes play sessions whose heartbeats no longer count, at most `size` at a time; returns their number. */
export const deleteExpiredPlays = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from play_sessions where id in (select id from play_sessions where started_at < $1::timestamptz - interval '2 days' limit $2)`,
    now,
    size,
  )
