// Meetings: read, given an address, joined and ended.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { sqlOf } from '@lyceum/kit/database/connections'
import { one, rows, run } from '@lyceum/kit/database/database'
import { openSecret, sealSecret } from '@lyceum/kit/text/kept-secrets'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import type { ClassPerson } from '../../classes/shapes.ts'
import { hintTeachers } from '../../classes/teacher-hints.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../progress/progress.ts'
import { recordedActivity } from '../../progress/recorded-activity.ts'
import { countsProgress } from '../../trial.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { calledOffOf } from '../called-off.ts'
import { emitLive, type MeetingRow, meetingRow, opensAt, overAt, stateAt } from '../meeting-row.ts'
import { providers } from '../providers/providers.ts'
import { readRecordings } from '../recordings/recordings.ts'
import type { Meeting, MeetingChange, MeetingPerson, PeopleQuery } from './api.ts'

export const ownerOf = (activity: string) => `meeting:${activity}`
const mayChange = ({ access }: CourseScope) => has(access.can, 'content.change')

/** The times that hold for the caller: their own; of who teaches those of the class. */
const timesOf = (row: MeetingRow, opened: OpenedActivity, teaches: boolean) =>
  teaches ? { starts: row.starts_at, ends: row.ends_at } : { starts: opened.startTime, ends: opened.endTime }

type Refusal = 'meeting.ended' | 'meeting.notOpen' | 'meeting.noAddress'
/** The reason why the caller cannot join now; undefined: they can. */
function refusalOf(row: MeetingRow, { starts, ends }: ReturnType<typeof timesOf>, teaches: boolean, now: Date): Refusal | undefined {
  const over = overAt(starts, ends)
  if (row.ended_at || (!teaches && over && over <= now)) return 'meeting.ended'
  const opens = opensAt(starts)
  if (!teaches && opens && opens > now) return 'meeting.notOpen'
  return row.has_address ? undefined : 'meeting.noAddress'
}

/** 404 meeting.notFound for an activity without a meeting; as openActivity, but it is read before its start, after its end and once it is called off. */
export async function readMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Meeting> {
  const time = deps.now()
  const calledOff = await calledOffOf(deps.db, scope, id, time)
  if (calledOff) return calledOff
  const opened = await openActivity(deps, actor, scope, id, true)
  const row = await meetingRow(deps.db, id)
  const teaches = mayChange(scope)
  const times = timesOf(row, opened, teaches)
  const counts = await one<{ people: number; joined_at: Date | null }>(
    sqlOf(deps.db),
    `select count(*)::int as people, max(joined_at) filter (where person_id = nullif($2, '')::uuid) as joined_at
     from meeting_people where activity_id = $1`,
    id,
    actor.person,
  )
  return {
    title: row.title,
    provider: row.provider,
    state: stateAt(row, times.starts, times.ends, time),
    starts_at: times.starts?.toISOString() ?? null,
    ends_at: times.ends?.toISOString() ?? null,
    opens_at: opensAt(times.starts)?.toISOString() ?? null,
    can_join: refusalOf(row, times, teaches, time) === undefined,
    has_address: row.has_address,
    people: counts?.people ?? 0,
    joined_at: counts?.joined_at?.toISOString() ?? null,
    recordings: await readRecordings(deps.db, id, teaches),
    can: { change: teaches },
    keepable: deps.config.secretKeys.length > 0,
    version: Number(row.version),
    now: time.toISOString(),
  }
}

/** 400 at an address that is not taken; 409 meeting.newer for a newer row, meeting.noKeys where the installation keeps no secrets. */
export async function changeMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string, change: MeetingChange): Promise<Meeting> {
  const { db, config, now } = deps
  const row = await meetingRow(db, id, { lock: true })
  if (change.version < Number(row.version)) throw conflict('meeting.newer', { version: Number(row.version) })
  if (change.address !== undefined) {
    if (change.address !== null && config.secretKeys.length === 0) throw conflict('meeting.noKeys')
    const sealed = change.address === null ? null : sealSecret(config.secretKeys, ownerOf(id), addressOf(row, change))
    await run(sqlOf(db), 'update meetings set address = $2, provider = $3 where activity_id = $1', id, sealed, change.provider)
    await emitLive(db, id, now())
  }
  return await readMeeting(deps, actor, scope, id)
}

function addressOf({ type }: MeetingRow, { provider, address }: MeetingChange): string {
  const { hosts, refusal = 'meeting.address' } = definitionOf(type)?.meeting ?? {}
  const found = providers[provider].address?.(address ?? '', hosts) ?? { fault: 'meeting.address' as const }
  if ('url' in found) return found.url
  const code = found.fault === 'meeting.otherHost' ? refusal : found.fault
  throw invalid({ address: hosts && code === refusal ? [code, { hosts: hosts.join(', ') }] : code })
}

/**
 * The address, which leaves the server here alone. A student who joins is noted once. 403 meeting.notOpen with `opens_at`, 409 meeting.ended,
 * meeting.noAddress, also for one that was sealed by a key that is gone.
 */
export async function joinMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<{ url: string }> {
  const { db, config, now } = deps
  const opened = await openActivity(deps, actor, scope, id, true)
  const row = await meetingRow(db, id)
  const teaches = mayChange(scope)
  const time = now()
  const times = timesOf(row, opened, teaches)
  const refusal = refusalOf(row, times, teaches, time)
  if (refusal === 'meeting.notOpen') throw forbidden(refusal, { opens_at: opensAt(times.starts)!.toISOString() })
  if (refusal) throw conflict(refusal)
  const kept = await one<{ address: Buffer }>(sqlOf(db), 'select address from meetings where activity_id = $1', id)
  const address = kept && openSecret(config.secretKeys, ownerOf(id), kept.address)
  if (address === undefined) throw conflict('meeting.noAddress')
  const { url } = await providers[row.provider].join(address)
  if (countsProgress(scope)) await noteJoined(deps, actor, opened, time)
  if (row.began_at === null) await begin(deps, id, time)
  return { url }
}

async function noteJoined({ db, kv }: Deps, { person }: Actor, activity: OpenedActivity, time: Date): Promise<void> {
  const noted = await run(
    sqlOf(db),
    'insert into meeting_people (activity_id, person_id, joined_at) values ($1, $2, $3) on conflict do nothing',
    activity.id,
    person,
    time,
  )
  if (noted === 0) return
  await record(db, await recordedActivity(db, activity), person, { kind: 'attended' }, { now: time, counts: true })
  await hintTeachers(db, kv, { org: activity.orgId, course: activity.courseId, session: activity.id })
}

async function begin({ db }: Deps, id: string, time: Date): Promise<void> {
  const begun = await run(sqlOf(db), 'update meetings set began_at = $2 where activity_id = $1 and began_at is null', id, time)
  if (begun > 0) await emitLive(db, id, time)
}

/** Ended twice, or never ended, it is answered as it is. */
export async function endMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string, ended: boolean): Promise<Meeting> {
  const { db, now } = deps
  const row = await meetingRow(db, id, { lock: true })
  if ((row.ended_at !== null) !== ended) {
    await run(sqlOf(db), 'update meetings set ended_at = $2 where activity_id = $1', id, ended ? now() : null)
    await emitLive(db, id, now())
  }
  return await readMeeting(deps, actor, scope, id)
}

export async function listPeople({ db }: Deps, id: string, query: PeopleQuery) {
  await meetingRow(db, id)
  const { limit, offset } = limits(query)
  const found = await rows<ClassPerson & { joined_at: Date }>(
    sqlOf(db),
    `select ps.id::text, ps.name, ps.user_no, ps.avatar, p.joined_at
     from meeting_people p join mirror.persons ps on ps.id = p.person_id and not ps.deleted
     where p.activity_id = $1 order by p.joined_at, p.person_id limit $2 offset $3`,
    id,
    limit,
    offset,
  )
  const all = await one<{ total: number }>(
    sqlOf(db),
    'select count(*)::int as total from meeting_people p join mirror.persons ps on ps.id = p.person_id and not ps.deleted where p.activity_id = $1',
    id,
  )
  const items: MeetingPerson[] = found.map(({ joined_at, ...person }) => ({ person, joined_at: joined_at.toISOString() }))
  return pageOf(query, all?.total ?? 0, items)
}
