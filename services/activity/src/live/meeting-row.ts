// The row of a meeting: read beside its activity, its state by the clock, emitted without its address.
import { createHmac } from 'node:crypto'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { emit, nextVersion } from '@lyceum/kit/facts/outbox'
import { LiveChangedSchema } from '@lyceum/proto/activity'
import { heldSql, joinModule, shownSql } from '../times/times-sql.ts'
import { meetingTypes } from '../types/activity-types.ts'
import type { MeetingDraft } from './providers/provider.ts'
import { longest, type MeetingOptions, type MeetingState, opensBefore, type Provider, type ProviderFault } from './shapes.ts'

/** The owner of the sealed address of a meeting. */
export const ownerOf = (activity: string): string => `meeting:${activity}`
/** A person as the provider of one meeting knows them: in no other meeting, and not by their id. `key`: of the meeting. */
export const aliasOf = (key: string, person: string): string => createHmac('sha256', key).update(person).digest('base64url').slice(0, 32)

export type MeetingRow = {
  id: string
  org_id: string
  course_id: string
  type: string
  title: string
  shown: boolean
  upload_ids: string[]
  starts_at: Date | null
  ends_at: Date | null
  provider: Provider
  has_address: boolean
  began_at: Date | null
  ended_at: Date | null
  known_start: Date | null
  known_end: Date | null
  known_title: string | null
  called_off_at: Date | null
  noticed_start: Date | null
  options: MeetingOptions
  fault: ProviderFault | null
  look_at: Date | null
  version: string
}
/** Columns of activities `a`, their modules `d` and meetings `m`. */
export const meetingColumns = `a.id::text, a.org_id::text, a.course_id::text, a.type, a.title, ${shownSql('a')} as shown, array_to_json(a.upload_ids) as upload_ids,
  ${heldSql.opens} as starts_at, ${heldSql.closes} as ends_at, coalesce(m.provider, 'link') as provider,
  m.address is not null or coalesce(m.provider, 'link') = 'bigbluebutton' as has_address,
  m.began_at, m.ended_at, m.known_start, m.known_end, m.known_title, m.called_off_at, m.noticed_start,
  '{"record":false,"muted":true}'::jsonb || coalesce(m.options, '{}') as options, m.fault, m.look_at, coalesce(m.version, 0)::text as version`
export const meetingTables = `activities a ${joinModule} left join meetings m on m.activity_id = a.id`

/** Locks a meeting, as each change of it does, before the rows that belong to it and its job. */
export const lockMeeting = 'select from meetings where activity_id = $1 for no key update'

/** 404 meeting.notFound for an activity without a meeting. `lock`: makes its row and locks it, for a change. */
export async function meetingRow(tx: Tx, id: string, { lock = false } = {}): Promise<MeetingRow> {
  const sql = tx
  if (lock)
    await one(
      sql,
      `insert into meetings as m (activity_id, org_id, course_id, version)
       select a.id, a.org_id, a.course_id, 0 from activities a where a.id = $1 and a.type = any($2)
       on conflict (activity_id) do update set provider = m.provider returning m.activity_id`,
      id,
      meetingTypes,
    )
  const row = await one<MeetingRow>(
    sql,
    `select ${meetingColumns} from ${meetingTables} where a.id = $1 and not a.deleted and a.type = any($2)`,
    id,
    meetingTypes,
  )
  if (!row) throw notFound('meeting', id)
  return row
}

/** The meeting as its provider has it. */
export const draftOf = ({ id, title, starts_at, ends_at, options }: MeetingRow): MeetingDraft => ({
  id,
  title,
  starts: starts_at,
  ends: ends_at,
  ...options,
})

type Timed = Pick<MeetingRow, 'began_at' | 'ended_at' | 'called_off_at' | 'shown'>
/** The end of a lecture by its times; null without any. */
export const overAt = (starts: Date | null, ends: Date | null): Date | null => ends ?? (starts && new Date(starts.getTime() + longest))
/** When it opens to students; null: at any time. */
export const opensAt = (starts: Date | null): Date | null => starts && new Date(starts.getTime() - opensBefore)

/** The state at a time, by the times that hold for whoever asks. */
export function stateAt(row: Timed, starts: Date | null, ends: Date | null, now: Date): MeetingState {
  if (!row.shown && row.called_off_at) return 'called_off'
  const over = overAt(starts, ends)
  if (row.ended_at || (over && over <= now)) return 'ended'
  const opens = opensAt(starts)
  if (opens && opens > now) return 'before'
  return row.began_at || (starts && starts <= now) ? 'running' : 'open'
}

/** Of a change of which people are notified; empty: none. */
export type LiveEvent = '' | 'moved' | 'called_off' | 'soon' | 'recording'

/** `hinting`: not in a resync. */
type Emitted = { set?: string; event?: LiveEvent; before?: Date | null; of?: string; hinting?: boolean }

/** Writes a meeting again with a new version, sets columns, and emits it. `before`: the start that people knew, of one that was moved. */
export async function emitLive(
  tx: Tx,
  id: string,
  now: Date,
  { set = '', event = '', before = null, of = id, hinting = true }: Emitted = {},
): Promise<void> {
  const sql = tx
  await one(
    sql,
    `update meetings set ${set === '' ? '' : `${set}, `}version = ${nextVersion()} where activity_id = $1 returning activity_id`,
    id,
  )
  const row = await one<MeetingRow & { recordings: number }>(
    sql,
    `select ${meetingColumns}, (select count(*)::int from meeting_recordings r where r.activity_id = a.id and r.published) as recordings
     from ${meetingTables} where a.id = $1`,
    id,
  )
  if (!row) return
  await emit(
    tx,
    LiveChangedSchema,
    { key: `course:${row.course_id}`, org: row.org_id, hint: hinting ? { of: id } : { people: [] } },
    {
      id,
      orgId: row.org_id,
      courseId: row.course_id,
      title: row.title,
      state: stateAt(row, row.starts_at, row.ends_at, now),
      recordings: row.recordings,
      startsAt: row.starts_at?.toISOString(),
      event,
      wasAt: before?.toISOString(),
      newsId: of,
      version: BigInt(row.version),
    },
  )
}
