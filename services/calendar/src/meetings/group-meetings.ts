// Meetings of teaching-and-research groups: they need no approval, and are seen by who is in the group, of whichever school.
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, forbidden, invalid, notKnownYet } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import type { ResourceGroupChanged } from '@lyceum/proto/upload'
import type { Deps } from '../deps.ts'
import { changesGroupMeetingSql, readerSql, seesMeetingSql } from '../reader.ts'
import { letIn, managesGroupSql, type Newcomer, upsertResearchGroup } from '../research-groups/research-groups.ts'
import type { MeetingDraft } from './api.ts'
import { follow, meetingColumns, meetingOf, type MeetingRow, removeMeeting, repliesOf, type SqlMeeting } from './meeting-row.ts'

type InGroup = { changes: boolean; joins: boolean }

/** The rights of the actor in a meeting of a group: to change it, and to join it. Managers of groups read it, and have neither. */
export async function rightsInGroup(tx: Tx, { person }: Actor, id: string): Promise<InGroup> {
  const found = await one<InGroup>(
    tx,
    `with ${readerSql} select ${changesGroupMeetingSql} as changes, ${seesMeetingSql} as joins from meetings m where m.id = $2`,
    person,
    id,
  )
  return found ?? { changes: false, joins: false }
}

const managing = (actor: Actor) => [may(actor, 'groups.manage'), actor.org, actor.department ?? ''] as const
/** Whether the actor manages the group of a meeting for its organisation, in it or not. */
export const managesGroup = async (tx: Tx, actor: Actor, group: string): Promise<boolean> =>
  (await one(
    tx,
    `select from research_groups g where g.id = $1 and not g.deleted and ${managesGroupSql('$2', '$3', '$4')}`,
    group,
    ...managing(actor),
  )) !== undefined

/** The scope of a new meeting of a group. 400 for an unknown group, and beside one for a course or organisations; 403 unless they lead it. */
export async function scopeInGroup(tx: Tx, { person }: Actor, group: string, draft: Partial<MeetingDraft>) {
  checkAlone(draft)
  const found = await one<{ org: string; leads: boolean }>(
    tx,
    // until the meeting is there nobody deletes its group
    `with ${readerSql}
     select g.org_id::text as org, exists (select from my_groups r where r.id = g.id and r.may_change) as leads
     from research_groups g where g.id = $2 and not g.deleted for share of g`,
    person,
    group,
  )
  if (!found) throw invalid({ group_id: notKnownYet('meeting.groupUnknown') })
  if (!found.leads) throw forbidden()
  return { orgId: found.org, scopeOrgIds: [], courseId: null, groupId: group, instruction: false }
}

/** The scope of one that is changed: the same. 400 for another group, a course or organisations. */
export function scopeInGroupAfter({ orgId, groupId }: MeetingRow, changes: Partial<MeetingDraft>) {
  checkAlone(changes, changes.group_id !== undefined && changes.group_id !== groupId ? { group_id: 'meeting.ofGroup' } : {})
  return { orgId, scopeOrgIds: [], courseId: null, groupId, instruction: false }
}
function checkAlone({ course_id, scope_org_ids }: Partial<MeetingDraft>, more: Fields = {}): void {
  const faults: Fields = {
    ...(course_id && { course_id: 'meeting.ofGroup' as const }),
    ...(scope_org_ids && { scope_org_ids: 'meeting.ofGroup' as const }),
    ...more,
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

type Listed = PageQuery & { start?: string; end?: string; group_id: string }
/** Meetings of one group, the next first, then those that are over, the latest first; empty for who is neither in it nor manages groups. */
export async function listOfGroup({ db, now }: Deps, actor: Actor, query: Listed) {
  const { limit, offset } = limits(query)
  const found = await rows<SqlMeeting & InGroup & { total: number }>(
    db,
    `
    with ${readerSql}
    select ${meetingColumns}, count(*) over ()::int as total, ${changesGroupMeetingSql} as changes, ${seesMeetingSql} as joins
    from meetings m join research_groups g on g.id = m.group_id and not g.deleted
    where m.group_id = $2 and (${seesMeetingSql} or ${managesGroupSql('$3', '$4', '$5')})
      and m.end_time >= coalesce($6, '-infinity'::timestamptz) and m.start_time < coalesce($7, 'infinity'::timestamptz)
    order by m.end_time <= $8, case when m.end_time > $8 then m.start_time end, m.start_time desc, m.id limit $9 offset $10`,
    actor.person,
    query.group_id,
    ...managing(actor),
    query.start ?? null,
    query.end ?? null,
    now(),
    limit,
    offset,
  )
  const rights = new Map(found.map(({ id, changes, joins }) => [id, { changes, joins }]))
  const items = await repliesOf(
    db,
    found.map(({ total: _, changes: __, joins: ___, ...row }) => meetingOf(row)),
    { now: now(), changes: ({ id }) => rights.get(id)!.changes, joins: ({ id }) => rights.get(id)!.joins },
  )
  return pageOf(query, found[0]?.total ?? 0, items)
}

type Next = { group_id: string; id: string; title: string; start_time: Date; end_time: Date }
/** Of each of these groups that the actor is in, or manages, the meeting that is under way or comes next. */
export async function nextOfGroups({ db, now }: Deps, actor: Actor, { group_ids }: { group_ids: string }) {
  const found = await rows<Next>(
    db,
    `
    with ${readerSql}
    select g.id::text as group_id, n.id::text, n.title, n.start_time, n.end_time
    from research_groups g cross join lateral (
      select m.id, m.title, m.start_time, m.end_time from meetings m where m.group_id = g.id and m.end_time > $3 order by m.end_time, m.id limit 1) n
    where g.id = any($2::uuid[]) and not g.deleted
      and (exists (select from my_groups r where r.id = g.id) or ${managesGroupSql('$4', '$5', '$6')})
    order by g.id`,
    actor.person,
    group_ids.split(','),
    now(),
    ...managing(actor),
  )
  return {
    items: found.map(({ start_time, end_time, ...row }) => ({
      ...row,
      start_time: start_time.toISOString(),
      end_time: end_time.toISOString(),
    })),
  }
}

/** Meetings of a deleted group that are read at once. */
const atOnce = 100
/** A group as upload has it now. The coming meetings of one that is deleted are called off: first, while it is known who counted on them. */
export async function applyResearchGroup(tx: Tx, group: ResourceGroupChanged, fact: HandledFact): Promise<void> {
  if (group.kind === 'vtrs' && group.deleted) await callOffOf(tx, group.id, new Date())
  await upsertResearchGroup(tx, group, fact)
  await notifyOfMeetings(tx, await letIn(tx, { group: group.id }))
}
/** People whose schools may have become known: the facts of a person and of a group come by two logs, in either order. */
export const letPeopleIn = async (tx: Tx, people: readonly string[]): Promise<void> =>
  await notifyOfMeetings(tx, await letIn(tx, { people }))

/** Whoever had joined a group before one of its coming meetings was made hears of it now: it named those who were known then. */
async function notifyOfMeetings(tx: Tx, newcomers: readonly Newcomer[]): Promise<void> {
  if (newcomers.length === 0) return
  const found = await rows<SqlMeeting & { newcomers: string[] }>(
    tx,
    `select ${meetingColumns}, late.people::text[] as newcomers from meetings m cross join lateral (
       select array_agg(n.person_id) as people from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n(group_id, person_id, since)
       where n.group_id = m.group_id and n.since <= m.created_at and n.person_id <> m.host_id) late
     where m.group_id = any($1::uuid[]) and m.end_time > $4 and late.people is not null order by m.end_time limit ${atOnce}`,
    newcomers.map(({ group }) => group),
    newcomers.map(({ person }) => person),
    newcomers.map(({ since }) => since),
    new Date(),
  )
  for (const { newcomers: people, ...row } of found) await follow(tx, meetingOf(row), { newcomers: people })
}
async function callOffOf(tx: Tx, group: string, now: Date): Promise<void> {
  await one(tx, 'select from research_groups where id = $1 for update', group)
  for (;;) {
    const coming = await rows<SqlMeeting>(
      tx,
      `select ${meetingColumns} from meetings m where m.group_id = $1 and m.end_time > $2 order by m.end_time limit ${atOnce} for update`,
      group,
      now,
    )
    for (const row of coming.map(meetingOf)) await removeMeeting(tx, { ...row, version: versionAfter(row.version, now) }, now)
    if (coming.length < atOnce) return
  }
}
