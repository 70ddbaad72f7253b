// Sounds and films of questions: how often each was begun, which is the server's count.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { sharedReads } from '@lyceum/kit/database/connections'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { isMedia, isOpenable, uploadsById } from '../../activity/uploads/uploads.ts'
import { grantFile } from './attempt-files.ts'
import { activityOfAttempt, myAttempt } from './attempt-row.ts'

/** A request repeated within the file's length is the same play: a reload costs none. Seconds for a file whose length is not known. */
const unknownLength = 600
const lengthOf = (upload: { duration: number | null } | undefined) => Math.ceil(upload?.duration ?? unknownLength)
/** Seconds by which a grant outlives its play. */
const spare = 120

export type PlayRequest = { slot: number; upload_id: string; again?: boolean }

/** 409 attempt.over, attempt.noPlaysLeft, upload.notReady; 404 for a file that is not of this question, or is deleted. */
export async function beginPlay(deps: Deps, actor: Actor, scope: CourseScope, { slot, upload_id, again = false }: PlayRequest) {
  const { db, pool, papers, now } = deps
  const attempt = myAttempt(scope, actor.person)
  if (attempt.state !== 'running') throw conflict('attempt.over')
  const paper = await papers.of(sharedReads(pool), attempt.paper_id)
  const version = paper?.versions.get(attempt.versions[slot] ?? '')
  const upload = version?.uploadIds.includes(upload_id) ? (await uploadsById(db, [upload_id])).get(upload_id) : undefined
  if (!upload || !isMedia(upload)) throw notFound('lark.errorMsg', upload_id)
  if (!isOpenable(upload)) throw conflict('upload.notReady', { status: upload.status, ...(upload.reason && { reason: upload.reason }) })
  const limit = activityOfAttempt(scope).settings.play_limit as number | null
  const time = now()
  const length = lengthOf(upload)
  const row = await one<{ plays: number; begun_at: Date }>(
    db,
    `
    insert into attempt_plays as p (attempt_id, slot, upload_id, plays, begun_at) values ($1, $2, $3, 1, $4)
    on conflict (attempt_id, slot, upload_id) do update set
      plays = p.plays + case when $5::bool or p.begun_at < $4::timestamptz - make_interval(secs => $6::int) then 1 else 0 end,
      begun_at = case when $5::bool or p.begun_at < $4::timestamptz - make_interval(secs => $6::int) then excluded.begun_at else p.begun_at end
    where $7::int is null or p.plays < $7::int or not ($5::bool or p.begun_at < $4::timestamptz - make_interval(secs => $6::int))
    returning p.plays, p.begun_at`,
    attempt.id,
    slot,
    upload_id,
    time,
    again,
    length,
    limit,
  )
  if (!row) throw conflict('attempt.noPlaysLeft', { limit: limit! })
  const expires = Math.ceil((limit === null ? attempt.accept_until.getTime() : row.begun_at.getTime() + (length + spare) * 1000) / 1000)
  const { grant, url } = grantFile(deps, actor, scope, upload, Math.min(expires, Math.ceil(time.getTime() / 1000) + 4 * 3600))
  return {
    plays_left: limit === null ? null : Math.max(0, limit - row.plays),
    upload: { id: upload.id, name: upload.name, type: upload.type, duration: upload.duration },
    grant,
    url,
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/** The plays of each begun so far, and the end of the last one. */
export async function readPlays(tx: Tx, attempt: string, uploads: ReadonlyMap<string, { duration: number | null }>) {
  const found = await rows<{ slot: number; upload_id: string; plays: number; begun_at: Date }>(
    tx,
    'select slot::int, upload_id::text, plays::int, begun_at from attempt_plays where attempt_id = $1 order by slot, upload_id',
    attempt,
  )
  return found.map(({ begun_at, ...row }) => ({
    ...row,
    ends: new Date(begun_at.getTime() + lengthOf(uploads.get(row.upload_id)) * 1000).toISOString(),
  }))
}
