// The row of a meeting: read by SQL, in replies, in facts, in its places.
import { coursesById } from '@lyceum/course/mirror/courses'
import { personNames } from '@lyceum/identity/mirror/persons'
import { run, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { emit } from '@lyceum/kit/facts/outbox'
import { MeetingChangedSchema } from '@lyceum/proto/calendar'
import { type Meeting as Model, Prisma } from '../generated/client.ts'
import { place } from '../places.ts'
import { groupNames, peopleOfGroup } from '../research-groups/research-groups.ts'
import type { AuditStatus, Meeting } from './api.ts'
import { editableAt, type MeetingNews, newsOfDeletion, type Of, replayEditableAt, shownEditableAt, stateAt } from './rules.ts'

export type MeetingRow = Omit<Model, 'auditStatus'> & { auditStatus: AuditStatus }
/** Every column of `meetings m`; meetingOf converts the row. */
export const meetingColumns = modelColumns(Prisma.MeetingScalarFieldEnum, 'm')
export type SqlMeeting = SqlModel<MeetingRow>
export const meetingOf = ({ version, ...row }: SqlMeeting): MeetingRow => ({ ...row, version: BigInt(version) })

/** Replies; `changes` says whether the reader is one who may change it, `joins` whether they may join: others get no addresses. Three queries for many. */
export async function repliesOf(
  tx: Tx,
  list: readonly MeetingRow[],
  { now, changes, joins = () => true }: { now: Date; changes: (row: MeetingRow) => boolean; joins?: (row: MeetingRow) => boolean },
): Promise<Meeting[]> {
  const names = await personNames(
    tx,
    list.flatMap(({ hostId, createdBy }) => [hostId, createdBy]),
  )
  const courses = await coursesById(
    tx,
    list.flatMap(({ courseId }) => courseId ?? []),
  )
  const groups = await groupNames(
    tx,
    list.flatMap(({ groupId }) => groupId ?? []),
  )
  return list.map((row) => {
    const mine = changes(row)
    const open = joins(row)
    return {
      id: row.id,
      org_id: row.orgId,
      title: row.title,
      start_time: row.startTime.toISOString(),
      end_time: row.endTime.toISOString(),
      description: row.description,
      scope_org_ids: row.scopeOrgIds.join(','),
      host_user_id: row.hostId,
      host_name: names.get(row.hostId)?.name ?? '',
      created_by_name: names.get(row.createdBy)?.name ?? '',
      audit_status: row.auditStatus,
      audit_reason: row.auditReason,
      join_url: open ? row.joinUrl : '',
      live_addr: open ? row.liveAddr : '',
      replay_address: open ? row.replayAddress : '',
      room: row.room,
      room_id: row.roomId,
      course_id: row.courseId,
      course_name: row.courseId ? (courses.get(row.courseId)?.name ?? null) : null,
      group_id: row.groupId,
      group_name: row.groupId ? (groups.get(row.groupId) ?? null) : null,
      instruction: row.instruction,
      state: stateAt(row, now),
      editable: mine && editableAt(row, now),
      shown_editable: mine && shownEditableAt(row, now),
      replay_editable: mine && replayEditableAt(row, now),
      version: Number(row.version),
    }
  })
}

/** Writes its places and emits it. Until it is agreed only who asked for it and who leads it see it; one of a group has the places of its host and the group. */
export async function follow(
  tx: Tx,
  row: MeetingRow,
  {
    deleted = false,
    news,
    before,
    newcomers = [],
    hinting = true,
  }: { deleted?: boolean; news?: MeetingNews | undefined; before?: Of | undefined; newcomers?: readonly string[]; hinting?: boolean } = {},
): Promise<void> {
  const shown = row.auditStatus === 'agree' ? [...row.scopeOrgIds, ...[row.courseId, row.groupId].filter((id) => id !== null)] : []
  const own = row.groupId ? [row.hostId] : [row.createdBy, row.hostId]
  const places = deleted ? [] : [...own, ...shown, ...(row.roomId && row.auditStatus !== 'reject' ? [row.roomId] : [])]
  const inGroup = row.groupId && hinting ? await peopleOfGroup(tx, row.groupId) : []
  await place(tx, 'meeting', row.id, places, { starts: row.startTime, ends: row.endTime })
  await emit(
    tx,
    MeetingChangedSchema,
    {
      key: `meeting:${row.id}`,
      org: row.orgId,
      ...(hinting && { hint: { people: [...new Set([row.createdBy, row.hostId, ...(before ? [before.hostId] : []), ...inGroup])] } }),
    },
    {
      id: row.id,
      orgId: row.orgId,
      title: row.title,
      startTime: row.startTime.toISOString(),
      endTime: row.endTime.toISOString(),
      auditStatus: row.auditStatus,
      createdBy: row.createdBy,
      hostId: row.hostId,
      ...(row.courseId && { courseId: row.courseId }),
      ...(row.groupId && { groupId: row.groupId }),
      personIds: news || before ? inGroup : [],
      newcomerIds: [...newcomers],
      instruction: row.instruction,
      scopeOrgIds: row.scopeOrgIds,
      deleted,
      version: row.version,
      decided: news === 'agreed' || news === 'rejected',
      news: news ?? '',
      reason: row.auditReason,
      // addresses stand only in the answers to who may join
      location: row.room,
      ...(before && { before: { hostId: before.hostId, ...(before.courseId && { courseId: before.courseId }) } }),
    },
  )
}

/** Whoever counted on it is told, unless it is over. */
export async function removeMeeting(tx: Tx, row: MeetingRow, now: Date): Promise<void> {
  await run(tx, 'delete from meetings where id = $1', row.id)
  await follow(tx, row, { deleted: true, news: newsOfDeletion(row, now) })
}
