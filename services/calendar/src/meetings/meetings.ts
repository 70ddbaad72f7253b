// Meetings: who asks for them, who changes them, and until when.
import { spanSql } from '../places.ts'
import { courseById } from '@lyceum/course/mirror/courses'
import { readCourseAccess, requireIn, teaches } from '@lyceum/course/mirror/rules'
import { may } from '@lyceum/identity/mirror/permissions'
import { audit } from '@lyceum/kit/audit/audit'
import { courseOrPersonBelowSql } from '@lyceum/course/mirror/departments'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import { newMeeting } from '../defaults.ts'
import type { Deps } from '../deps.ts'
import { changesGroupMeetingSql, meetingBelowSql, readerSql, seesMeetingSql } from '../reader.ts'
import { heldIn } from '../held-in.ts'
import type { InstructionDraft, Meeting, MeetingDraft } from './api.ts'
import { managesGroup, scopeInGroupAfter, scopeInGroup, rightsInGroup } from './group-meetings.ts'
import { follow, meetingColumns, meetingOf, type MeetingRow, removeMeeting, repliesOf, type SqlMeeting } from './meeting-row.ts'
import { meetingAddress } from './provider.ts'
import { editableAt, handedOver, isOfTeam, newsOf, promisedAfter, replayEditableAt, timeFaults } from './rules.ts'
import { checkHost, type MeetingScope, organisations, scopeAfter } from './scope.ts'

type Listed = PageQuery & { start?: string; end?: string; course_id?: string }

/** Meetings that the actor sees; `instruction`: those of their teaching teams alone. */
export async function listMeetings({ db, now }: Deps, actor: Actor, query: Listed, instruction: boolean) {
  const { limit, offset } = limits(query)
  const found = await rows<SqlMeeting & { total: number; leads: boolean }>(
    db,
    `
    with ${readerSql}
    select ${meetingColumns}, count(*) over ()::int as total,
      case when m.group_id is not null then ${changesGroupMeetingSql} else exists (select from courses c where c.id = m.course_id and c.may_change) end as leads
    from (select distinct p.item_id from places p join mine on mine.id = p.place_id and p.kind = 'meeting'
          where ${spanSql(`coalesce($2, '-infinity'::timestamptz)`, `coalesce($3, 'infinity'::timestamptz)`)}) hit
    join meetings m on m.id = hit.item_id and m.instruction = $4 and ($5::uuid is null or m.course_id = $5) and ${seesMeetingSql}
    order by m.start_time desc, m.id limit $6 offset $7`,
    actor.person,
    query.start ?? null,
    query.end ?? null,
    instruction,
    query.course_id ?? null,
    limit,
    offset,
  )
  const managed = await managedAmong(
    db,
    actor,
    found.map(({ id, orgId, groupId }) => ({ id, orgId, groupId })),
  )
  const led = new Set(found.filter((row) => row.leads).map(({ id }) => id))
  const items = await repliesOf(
    db,
    found.map(({ total: _, leads: __, ...row }) => meetingOf(row)),
    { now: now(), changes: (row) => (isOfTeam(row) ? led.has(row.id) : isOf(actor, row) || managed.has(row.id)) },
  )
  return pageOf(query, found[0]?.total ?? 0, items)
}
const isOf = ({ person }: Actor, { createdBy, hostId }: MeetingRow) => person === createdBy || person === hostId
/** Those of the meetings that the actor manages: of their organisation, or of the department to which their permissions are bound; none of a group. */
export async function managedAmong(
  tx: Tx,
  actor: Actor,
  meetings: readonly Pick<MeetingRow, 'id' | 'orgId' | 'groupId'>[],
): Promise<ReadonlySet<string>> {
  const ids = may(actor, 'calendar.manage')
    ? meetings.filter(({ orgId, groupId }) => orgId === actor.org && !groupId).map(({ id }) => id)
    : []
  if (!actor.department || ids.length === 0) return new Set(ids)
  const within = `select m.id::text from meetings m where m.org_id = $1 and m.id = any($3::uuid[]) and ${meetingBelowSql('$1', '$2')}`
  return new Set((await rows<{ id: string }>(tx, within, actor.org, actor.department, ids)).map(({ id }) => id))
}

/** Whether the actor may change it: who asked for it, who leads it, who manages the calendar; of a teaching team who changes the course's content, of a group who leads that. */
async function mayChange({ db }: Deps, actor: Actor, row: MeetingRow): Promise<boolean> {
  if (row.groupId) return (await rightsInGroup(db, actor, row.id)).changes
  if (!row.instruction) return isOf(actor, row) || (await managedAmong(db, actor, [row])).has(row.id)
  const { access } = await readCourseAccess(db, actor, row.courseId!)
  return teaches(access)
}

/** 404 for a meeting that the actor does not see. */
export async function seenMeeting(deps: Deps, actor: Actor, id: string, instruction: boolean): Promise<MeetingRow> {
  const row = await one<SqlMeeting & { seen: boolean }>(
    deps.db,
    `with ${readerSql} select ${meetingColumns}, ${seesMeetingSql} as seen from meetings m where m.id = $2 and m.instruction = $3`,
    actor.person,
    id,
    instruction,
  )
  if (!row) throw notFound('meeting', id)
  const { seen, ...columns } = row
  const meeting = meetingOf(columns)
  const manages = async () =>
    meeting.groupId ? await managesGroup(deps.db, actor, meeting.groupId) : (await managedAmong(deps.db, actor, [meeting])).has(id)
  if (!seen && (instruction || !(await manages()))) throw notFound('meeting', id)
  return meeting
}
export const replyOf = async (deps: Deps, actor: Actor, row: MeetingRow): Promise<Meeting> => {
  const { changes, joins } = row.groupId
    ? await rightsInGroup(deps.db, actor, row.id)
    : { changes: await mayChange(deps, actor, row), joins: true }
  return (await repliesOf(deps.db, [row], { now: deps.now(), changes: () => changes, joins: () => joins }))[0]!
}
export const readMeeting = async (deps: Deps, actor: Actor, id: string, instruction: boolean): Promise<Meeting> =>
  await replyOf(deps, actor, await seenMeeting(deps, actor, id, instruction))

export async function makeMeeting(deps: Deps, actor: Actor, draft: MeetingDraft): Promise<Meeting> {
  const { db } = deps
  if (draft.group_id)
    return await stored(deps, actor, await rowAfter(deps, actor, draft, await scopeInGroup(db, actor, draft.group_id, draft)))
  const scopeOrgIds = await organisations(db, actor, draft.scope_org_ids ?? actor.org)
  const course = draft.course_id ? await courseById(db, draft.course_id) : undefined
  if (draft.course_id) {
    if (!course || course.deleted) throw invalid({ course_id: notKnownYet('timetable.courseUnknown') })
    requireIn((await readCourseAccess(db, actor, course.id)).access, 'content.change')
  }
  const place = { orgId: actor.org, scopeOrgIds, courseId: course?.id ?? null, groupId: null, instruction: false }
  const row = await rowAfter(deps, actor, draft, place)
  return await stored(deps, actor, row)
}

export async function makeInstruction(deps: Deps, actor: Actor, { course_id, ...draft }: InstructionDraft): Promise<Meeting> {
  const { org, access } = await readCourseAccess(deps.db, actor, course_id)
  requireIn(access, 'content.change')
  const place = { orgId: org, scopeOrgIds: [], courseId: course_id, groupId: null, instruction: true }
  return await stored(deps, actor, await rowAfter(deps, actor, draft, place))
}

async function stored(deps: Deps, actor: Actor, row: MeetingRow): Promise<Meeting> {
  await deps.db.meeting.create({ data: row })
  await follow(deps.db, row, { news: newsOf(row, undefined, deps.now()) })
  await auditMeeting(deps.db, 'meeting.made', row)
  return await replyOf(deps, actor, row)
}
export const auditMeeting = (
  tx: Tx,
  action: 'meeting.made' | 'meeting.changed' | 'meeting.deleted' | 'meeting.agreed' | 'meeting.rejected',
  { id, orgId, courseId }: MeetingRow,
) => audit(tx, { action, subject: `meeting:${id}`, org: orgId, ...(courseId && { course: courseId }) })

/** The row, locked, that the actor may change now; `replay`: its recording alone. 409 meeting.begun where its time has come. */
async function lockForChange(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, instruction, replay = false }: { version: number; instruction: boolean; replay?: boolean },
): Promise<MeetingRow> {
  const seen = await seenMeeting(deps, actor, id, instruction)
  if (!(await mayChange(deps, actor, seen))) throw forbidden()
  const row = await one<SqlMeeting>(deps.db, `select ${meetingColumns} from meetings m where m.id = $1 for update`, id)
  if (!row) throw notFound('meeting', id)
  if (version < Number(row.version)) throw conflict('meeting.newer', { version: Number(row.version) })
  const meeting = meetingOf(row)
  if (!editableAt(meeting, deps.now()) && !(replay && replayEditableAt(meeting, deps.now()))) throw conflict('meeting.begun')
  return meeting
}

type Changes = Partial<MeetingDraft> & { version: number }
export async function changeMeeting(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...changes }: Changes,
  instruction: boolean,
): Promise<Meeting> {
  const { db } = deps
  const replay = Object.keys(changes).join() === 'replay_address'
  const before = await lockForChange(deps, actor, id, { version, instruction, replay })
  const place = before.groupId ? scopeInGroupAfter(before, changes) : await scopeAfter(db, actor, before, changes)
  const after = await rowAfter(deps, actor, changes, place, before)
  const { auditStatus, auditedBy, auditedAt, auditReason, announced, agreedBefore } = before
  // a recording that is added afterwards is no reason to decide anew
  const row = editableAt(before, deps.now()) ? after : { ...after, auditStatus, auditedBy, auditedAt, auditReason, announced, agreedBefore }
  const { id: _, ...data } = row
  await db.meeting.update({ where: { id }, data })
  await follow(db, row, { news: newsOf(row, before, deps.now()), before: handedOver(row, before, deps.now()) })
  await auditMeeting(db, 'meeting.changed', row)
  return await replyOf(deps, actor, row)
}

export async function deleteMeeting(deps: Deps, actor: Actor, id: string, version: number, instruction: boolean): Promise<null> {
  const before = await lockForChange(deps, actor, id, { version, instruction })
  await removeMeeting(deps.db, { ...before, version: versionAfter(before.version, deps.now()) }, deps.now())
  await auditMeeting(deps.db, 'meeting.deleted', before)
  return null
}

/** Whether the actor decides about meetings of the course or else of the host: a manager of a department about those of theirs alone. */
async function decidesOn(tx: Tx, actor: Actor, course: string | null, host: string): Promise<boolean> {
  if (!may(actor, 'calendar.manage')) return false
  const within = `select from (select 1) as asked where ${courseOrPersonBelowSql('$1::uuid', '$2::uuid', '$3::uuid', '$4')}`
  return !actor.department || (await one(tx, within, course, host, actor.org, actor.department)) !== undefined
}

async function rowAfter(
  deps: Deps,
  actor: Actor,
  changes: Partial<MeetingDraft>,
  place: MeetingScope,
  before?: MeetingRow,
): Promise<MeetingRow> {
  const { now, db } = deps
  const fresh = newMeeting(now())
  const startTime = changes.start_time ? new Date(changes.start_time) : (before?.startTime ?? fresh.start)
  const endTime = changes.end_time ? new Date(changes.end_time) : (before?.endTime ?? new Date(startTime.getTime() + 3_600_000))
  const title = changes.title === undefined ? before!.title : cleanTitle(changes.title)
  const faults: Fields = { ...(title === '' && { title: 'field.required' as const }), ...timeFaults(startTime, endTime) }
  const addresses = { joinUrl: before?.joinUrl ?? '', liveAddr: before?.liveAddr ?? '', replayAddress: before?.replayAddress ?? '' }
  for (const [name, field] of [
    ['join_url', 'joinUrl'],
    ['live_addr', 'liveAddr'],
    ['replay_address', 'replayAddress'],
  ] as const) {
    const given = changes[name]
    if (given === undefined) continue
    const address = meetingAddress(given)
    if (address === undefined) faults[name] = 'meeting.addressWrong'
    else addresses[field] = address
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const hostId = changes.host_user_id ?? before?.hostId ?? actor.person
  if (hostId !== actor.person && hostId !== before?.hostId) await checkHost(db, hostId, actor.org, place)
  const held = await heldIn(
    db,
    place.orgId,
    { text: changes.room, room: changes.room_id },
    before && { name: before.room, room: before.roomId },
  )
  // who decides about meetings decides about their own, where it is one that they decide about
  const decides = isOfTeam(place) || (await decidesOn(db, actor, place.courseId, hostId))
  return {
    id: before?.id ?? newId(),
    createdBy: before?.createdBy ?? actor.person,
    createdAt: before?.createdAt ?? now(),
    hostId,
    title,
    startTime,
    endTime,
    description: changes.description ?? before?.description ?? '',
    ...place,
    ...addresses,
    room: held.name,
    roomId: held.room,
    auditStatus: decides ? 'agree' : 'others',
    auditedBy: decides ? actor.person : null,
    auditedAt: decides ? now() : null,
    auditReason: '',
    ...(decides ? { announced: false, agreedBefore: false } : promisedAfter(place, before)),
    version: versionAfter(before?.version, now()),
  }
}
