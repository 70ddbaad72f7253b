// Playing: a play session opens an upload by a grant; its heartbeats say what was watched.
import type { Actor } from '@lyceum/kit/actor'
import { one, plainDatabase, rows, type Tx } from '@lyceum/kit/db'
import { conflict, forbidden, notFound } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { covered, type Interval, mergeIntervals } from '@lyceum/kit/intervals'
import type { Finder, Place } from '@lyceum/kit/routes'
import { beginServed, servedTo } from '@lyceum/kit/served'
import { seesAll, standingOf } from '@lyceum/course/mirror/rules'
import { mayOpen, openActivity } from '../activities/open-activity.ts'
import { type ProgressRow, progressOf } from '../activities/activity-row.ts'
import { criterionOf } from '../activities/rules.ts'
import type { Deps } from '../deps.ts'
import { isTold, isWorthTelling, tellProgress, touchProgress } from '../progress/progress.ts'
import { uploadsById } from '../uploads/uploads.ts'
import type { Beat, BeatReply, Play } from './api.ts'
import { grantFor } from './grants.ts'
import { count, maxRate, watchedPercent } from './rules.ts'

const heartbeatSeconds = 15
/** hours after its start in which beats that were sent late still count */
const lateHours = 24

/** 409 upload.notReady until something of it can be played. */
export async function play(deps: Deps, actor: Actor, place: Place, id: string, wanted: string | undefined): Promise<Play> {
  const { db, now } = deps
  const activity = await openActivity(deps, place, id)
  const uploadId = wanted?.toLowerCase() ?? activity.uploadIds[0]
  if (!uploadId) throw conflict('activity.noUpload')
  const upload = activity.uploadIds.includes(uploadId) ? (await uploadsById(db, [uploadId])).get(uploadId) : undefined
  if (!upload) throw notFound('upload', uploadId)
  const media = upload.type === 'video' || upload.type === 'audio'
  if (media ? !upload.playable : upload.status !== 'ready')
    throw conflict('upload.notReady', { status: upload.status, ...(upload.reason && { reason: upload.reason }) })
  const at = now()
  const session = newId()
  const [mine] = await touchProgress(db, {
    activityId: id,
    courseId: activity.courseId,
    orgId: activity.orgId,
    person: actor.person,
    now: at,
  })
  await db.playSession.create({
    data: {
      id: session,
      orgId: activity.orgId,
      courseId: activity.courseId,
      activityId: id,
      personId: actor.person,
      uploadId,
      told: isTold(place),
      startedAt: at,
      lastBeatAt: at,
    },
  })
  if (media) await beginServed(deps.kv, actor.person, uploadId)
  const { grant, expires, file } = grantFor(deps, actor, place, activity, upload)
  return {
    play_session_id: session,
    upload: { id: uploadId, name: upload.name, type: upload.type, duration: upload.duration },
    grant,
    expires_at: expires.toISOString(),
    urls: { hls: media ? `/bytes/${grant}/master.m3u8` : null, file: media && !file ? null : `/bytes/${grant}/file` },
    resume_at: mine?.position ?? 0,
    watched: mine?.watched ?? [],
    heartbeat_seconds: heartbeatSeconds,
    max_rate: maxRate,
    forward_seeking: activity.forwardSeeking,
    download: file,
  }
}

/** The course of a play session that is not deleted, and the upload that is played. */
export const findPlaySession: Finder = async (tx, id) =>
  await one<PlayPlace>(
    tx,
    `
    select s.org_id::text as org, s.course_id::text as course, s.upload_id::text as upload
    from play_sessions s join mirror.courses c on c.id = s.course_id and not c.deleted where s.id = $1::uuid`,
    id,
  )
type PlayPlace = Place & { upload: string }

type Session = ProgressRow & {
  activity_id: string
  course_id: string
  org_id: string
  person_id: string
  upload_id: string
  started_at: Date
  last_seq: number
  told: boolean
  type: string
  criterion_key: string
  forward_seeking: boolean
  published: boolean
  activity_deleted: boolean
  start_time: Date | null
  end_time: Date | null
  upload_ids: string[]
  upload_deleted: boolean | null
  duration: number | null
  watched: Interval[]
  credited_until: Date | null
  told_percent: number
}

/**
 * Until when the clock may be spent by a beat that comes now; refused like the activity itself where the person may no longer open it. What
 * was played up to the end still counts when it comes within two beats after it.
 */
function spendable(before: Session, place: Place, at: Date): Date {
  if (before.activity_deleted) throw notFound('activity', before.activity_id)
  if (before.upload_deleted) throw notFound('upload', before.upload_id)
  if (before.upload_ids[0] !== before.upload_id) throw conflict('play.over')
  const end = before.end_time
  const justEnded = end !== null && end <= at && at.getTime() - end.getTime() <= 2 * heartbeatSeconds * 1000
  const activity = { ...before, id: before.activity_id, deleted: false, startTime: before.start_time, endTime: justEnded ? null : end }
  mayOpen(activity, standingOf(place), at)
  return justEnded && !seesAll(standingOf(place)) ? end : at
}

/** Hot: one row is read and held, two are written; a fact only at each 5 % and at completion. */
export const heartbeat = async ({ pool, kv, now }: Deps, actor: Actor, place: Place, id: string, beat: Beat): Promise<BeatReply> => {
  const served = await servedTo(kv, actor.person, (place as PlayPlace).upload)
  return await plainDatabase(pool).$transaction(async (tx) => {
    const before = await one<Session>(
      tx,
      `
    select s.activity_id, s.course_id, s.org_id, s.person_id, s.upload_id, s.started_at, s.last_seq, s.told, a.type, a.criterion_key, a.forward_seeking,
      a.published, a.deleted as activity_deleted, a.start_time, a.end_time, a.upload_ids, u.deleted as upload_deleted, u.duration,
      p.percent, p.watched, p.watched_seconds, p.position, p.told_percent, p.credited_until, p.completed_at, p.read_at, p.last_seen_at
    from play_sessions s
    join activities a on a.id = s.activity_id
    join progress p on p.activity_id = s.activity_id and p.person_id = s.person_id
    left join uploads u on u.id = s.upload_id
    where s.id = $1 for update of s, p`,
      id,
    )
    if (!before) throw notFound('playSession', id)
    if (before.person_id !== actor.person) throw forbidden()
    if (before.type !== 'online_video') throw conflict('play.notVideo')
    const at = now()
    const clock = spendable(before, place, at)
    if (beat.seq <= before.last_seq) return { ...progressOf(before), watched: before.watched, state: 'repeated' }
    if (at.getTime() - before.started_at.getTime() > lateHours * 3_600_000) throw conflict('play.over')
    const counted = count(
      {
        watched: before.watched,
        creditedUntil: before.credited_until,
        startedAt: before.started_at,
        now: clock,
        duration: before.duration,
        forwardSeeking: before.forward_seeking,
        served,
      },
      { intervals: beat.intervals, rate: beat.rate ?? 1 },
    )
    if ('refused' in counted) throw conflict(counted.refused, { seconds: counted.seconds })
    const { watched, creditedUntil } = counted
    const seconds = covered(watched)
    const percent = Math.max(before.percent, watchedPercent(seconds, before.duration))
    const criterion = criterionOf(before.criterion_key)
    const done = before.completed_at !== null || (criterion.kind === 'watched' && percent >= (criterion.percent ?? 100))
    const told = before.told && isWorthTelling({ told: before.told_percent, completed: before.completed_at !== null }, percent, done)
    const after = await one<ProgressRow & { version: string }>(
      tx,
      `
    with beat as (update play_sessions set last_seq = $3, last_beat_at = $4 where id = $5)
    update progress set watched = $6::jsonb, watched_seconds = $7, percent = $8, position = $9, credited_until = $10, last_seen_at = $4,
      completed_at = case when $11 then coalesce(completed_at, $4) else completed_at end, told_percent = case when $12 then $8 else told_percent end,
      version = greatest(version + 1, $13::bigint)
    where activity_id = $1 and person_id = $2
    returning percent, watched_seconds, position, completed_at, read_at, last_seen_at, version`,
      before.activity_id,
      before.person_id,
      beat.seq,
      at,
      id,
      JSON.stringify(watched),
      seconds,
      percent,
      Math.min(
        beat.position ?? mergeIntervals(beat.intervals, before.duration).at(-1)?.[1] ?? before.position,
        before.duration ?? Number.POSITIVE_INFINITY,
        // one resumes where one may go
        before.forward_seeking ? Number.POSITIVE_INFINITY : (watched.at(-1)?.[1] ?? 0),
      ),
      creditedUntil,
      done,
      told,
      at.getTime(),
    )
    if (!after) throw notFound('playSession', id)
    if (told) {
      await tellProgress(tx, {
        activityId: before.activity_id,
        courseId: before.course_id,
        orgId: before.org_id,
        person: before.person_id,
        percent,
        completedAt: after.completed_at,
        watchedSeconds: seconds,
        version: BigInt(after.version),
      })
    }
    return { ...progressOf(after), watched, state: 'counted' }
  })
}

/** Play sessions whose beats no longer count. At most 5,000 go at a time; answers how many went. */
export const forgetPlays = async (tx: Tx, now: Date): Promise<number> =>
  (
    await rows(
      tx,
      `
  delete from play_sessions where id in (select id from play_sessions where started_at < $1::timestamptz - interval '2 days' limit 5000) returning 1`,
      now,
    )
  ).length
