// The way into a live lecture: decided by its times, asked of its provider outside of any transaction, noted once it is open.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, unavailable } from '@lyceum/kit/calls/errors'
import { one, plainDatabase, run, type Tx } from '@lyceum/kit/database/database'
import { openSecret } from '@lyceum/kit/text/kept-secrets'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import { hintTeachers } from '../../classes/teacher-hints.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { countsProgress } from '../../trial.ts'
import { accountAt } from '../accounts/accounts.ts'
import { aliasOf, draftOf, emitLive, type MeetingRow, meetingRow, opensAt, ownerOf } from '../meeting-row.ts'
import { patience, ProviderFailed } from '../providers/asking.ts'
import { providers } from '../providers/providers.ts'
import { arrangeSoon } from '../watching/arranging.ts'
import { markOf } from '../watching/plan.ts'
import { mayChange, refusalOf, timesOf } from './meetings.ts'

/** Milliseconds after which it is looked who is there. */
const firstLook = 30_000

/**
 * The address, which leaves the server here alone; who teaches is the host. A student who joins is noted once. 403 meeting.notOpen with `opens_at`, 409
 * meeting.ended, meeting.noAddress, also for one that was sealed by a key that is gone, meeting.providerOff, meeting.providerRefused; 503
 * meeting.providerDown where the provider does not answer within three seconds.
 */
export async function joinMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<{ url: string }> {
  const { db, pool, now } = deps
  const opened = await openActivity(deps, actor, scope, id, true)
  const row = await meetingRow(db, id)
  const teaches = mayChange(scope)
  const time = now()
  const times = timesOf(row, opened, teaches)
  const refusal = refusalOf(row, times, teaches, time)
  if (refusal === 'meeting.notOpen') throw forbidden(refusal, { opens_at: opensAt(times.starts)!.toISOString() })
  if (refusal) throw conflict(refusal)
  const { url, ref } = await placeOf(deps, actor, row, teaches)
  await plainDatabase(pool).$transaction(async (tx) => {
    if (countsProgress(scope)) await noteJoined(tx, deps, actor, opened, time)
    await begin(tx, row, time)
    if (ref !== undefined) await noteMade(tx, row, ref, now())
  })
  return { url }
}

async function placeOf(deps: Deps, { person }: Actor, row: MeetingRow, teaches: boolean): Promise<{ url: string; ref?: string }> {
  const { db, config } = deps
  const sql = db
  const kept = await one<{ address: Buffer | null; alias_key: string; name: string | null }>(
    sql,
    `select m.address, m.alias_key::text, p.name from meetings m left join mirror.persons p on p.id = nullif($2, '')::uuid where m.activity_id = $1`,
    row.id,
    person,
  )
  const address = kept?.address ? openSecret(config.secretKeys, ownerOf(row.id), kept.address) : undefined
  const at = row.provider === 'link' ? undefined : await accountAt(db, deps, row.org_id, row.provider, { milliseconds: patience.join })
  if (row.provider !== 'link' && !at) throw conflict('meeting.providerOff')
  const guest = {
    alias: aliasOf(kept?.alias_key ?? '', person),
    name: kept?.name ?? '',
    role: teaches ? ('host' as const) : ('guest' as const),
  }
  const place = await providers[row.provider]
    .join({ kept: address, ...(at && { at }), meeting: draftOf(row) }, guest)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderFailed)) throw error
      throw error.reason === 'down' ? unavailable('meeting.providerDown', { retryAfter: 5 }) : conflict('meeting.providerRefused')
    })
  if (!place) throw conflict('meeting.noAddress')
  return place
}

async function noteJoined(tx: Tx, { kv }: Deps, { person }: Actor, activity: OpenedActivity, time: Date): Promise<void> {
  const noted = await run(
    tx,
    // a meeting that was purged while its provider answered has nobody
    `insert into meeting_people (activity_id, person_id, joined_at) select activity_id, $2::uuid, $3::timestamptz from meetings where activity_id = $1 on conflict do nothing`,
    activity.id,
    person,
    time,
  )
  if (noted === 0) return
  await record(tx, await recordedActivity(tx, activity), person, { kind: 'attended' }, { now: time, counts: true })
  await hintTeachers(tx, kv, { org: activity.orgId, course: activity.courseId, session: activity.id })
}

/** A host who comes before it opens has it made: whoever then ends it or calls it off has it ended there, also during this request. */
async function noteMade(tx: Tx, row: MeetingRow, ref: string, time: Date): Promise<void> {
  const noted = await run(
    tx,
    `update meetings set made = $2::jsonb where activity_id = $1 and (made is null or made->>'ended' is not null)`,
    row.id,
    JSON.stringify({ provider: row.provider, ref, as: markOf(row) }),
  )
  if (noted > 0) await arrangeSoon(tx, row.id, time)
}

/** The first one begins it, and has its provider looked at. */
async function begin(tx: Tx, { id, began_at, provider, look_at }: MeetingRow, time: Date): Promise<void> {
  if (provider !== 'link' && look_at === null)
    await run(tx, 'update meetings set look_at = $2 where activity_id = $1 and look_at is null', id, new Date(time.getTime() + firstLook))
  if (began_at !== null) return
  const begun = await run(tx, 'update meetings set began_at = $2 where activity_id = $1 and began_at is null', id, time)
  if (begun > 0) await emitLive(tx, id, time)
}
