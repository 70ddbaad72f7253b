// Meetings: read and ended, the people in them.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { type OpenedActivity, openActivity } from '../../activity/open-activity.ts'
import type { ClassPerson } from '../../classes/shapes.ts'
import type { Deps } from '../../deps.ts'
import { definitionOf } from '../../types/activity-types.ts'
import { providersOn } from '../accounts/accounts.ts'
import { calledOffOf } from '../called-off.ts'
import { emitLive, type MeetingRow, meetingRow, opensAt, overAt, stateAt } from '../meeting-row.ts'
import { readRecordings } from '../recordings/recordings.ts'
import { arrangeSoon } from '../watching/arranging.ts'
import type { Meeting, MeetingPerson, PeopleQuery } from './api.ts'

/** Whether the caller teaches, and is the host. */
export const mayChange = ({ access }: CourseScope) => has(access.can, 'content.change')

/** The times that hold for the caller: their own; of who teaches those of the class. */
export const timesOf = (row: MeetingRow, opened: OpenedActivity, teaches: boolean) =>
  teaches ? { starts: row.starts_at, ends: row.ends_at } : { starts: opened.startTime, ends: opened.endTime }

type Refusal = 'meeting.ended' | 'meeting.notOpen' | 'meeting.noAddress'
/** The reason why the caller cannot join now; undefined: they can. */
export function refusalOf(row: MeetingRow, { starts, ends }: ReturnType<typeof timesOf>, teaches: boolean, now: Date): Refusal | undefined {
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
    deps.db,
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
    options: row.options,
    choices: teaches ? await choicesOf(deps, row) : [],
    error: teaches ? row.fault : null,
    keepable: deps.config.secretKeys.length > 0,
    version: Number(row.version),
    now: time.toISOString(),
  }
}

/** A link, and the provider of its type where the organisation has an account there. */
async function choicesOf({ db }: Deps, { org_id, type }: MeetingRow): Promise<Meeting['choices']> {
  const on = await providersOn(db, org_id)
  return ['link', ...on.filter((one) => one === definitionOf(type)?.meeting?.provider)]
}

/** Ended twice, or never ended, it is answered as it is. */
export async function endMeeting(deps: Deps, actor: Actor, scope: CourseScope, id: string, ended: boolean): Promise<Meeting> {
  const { db, now } = deps
  const row = await meetingRow(db, id, { lock: true })
  if ((row.ended_at !== null) !== ended) {
    await run(db, 'update meetings set ended_at = $2 where activity_id = $1', id, ended ? now() : null)
    if (row.provider !== 'link') await arrangeSoon(db, id, now())
    await emitLive(db, id, now())
  }
  return await readMeeting(deps, actor, scope, id)
}

export async function listPeople({ db }: Deps, id: string, query: PeopleQuery) {
  await meetingRow(db, id)
  const { limit, offset } = limits(query)
  const found = await rows<ClassPerson & { joined_at: Date; seconds: number }>(
    db,
    `select ps.id::text, ps.name, ps.user_no, ps.avatar, p.joined_at, p.seconds
     from meeting_people p join mirror.persons ps on ps.id = p.person_id and not ps.deleted
     where p.activity_id = $1 order by p.joined_at, p.person_id limit $2 offset $3`,
    id,
    limit,
    offset,
  )
  const all = await one<{ total: number }>(
    db,
    'select count(*)::int as total from meeting_people p join mirror.persons ps on ps.id = p.person_id and not ps.deleted where p.activity_id = $1',
    id,
  )
  const items: MeetingPerson[] = found.map(({ joined_at, seconds, ...person }) => ({
    person,
    joined_at: joined_at.toISOString(),
    seconds,
  }))
  return pageOf(query, all?.total ?? 0, items)
}
