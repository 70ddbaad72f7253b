// The row of an event: read by SQL, in replies, in facts, in its places.
import { courseMembers } from '@lyceum/course/mirror/members'
import { personNames } from '@lyceum/identity/mirror/persons'
import { run, rows, type Tx } from '@lyceum/kit/database/database'
import { modelColumns, type SqlModel } from '@lyceum/kit/database/sql-row'
import { emit } from '@lyceum/kit/facts/outbox'
import { zeroId } from '@lyceum/kit/facts/resync'
import { EventChangedSchema, FilesHeldSchema } from '@lyceum/proto/calendar'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { type Event as Model, Prisma } from '../generated/client.ts'
import { place } from '../places.ts'
import type { CalendarEvent, TargetType } from './api.ts'

export type EventRow = Omit<Model, 'targetType'> & { targetType: TargetType }
/** Every column of `events e`; toEvent converts the row. */
export const eventColumns = modelColumns(Prisma.EventScalarFieldEnum, 'e')
export type SqlEvent = SqlModel<EventRow> & { editable: boolean }
export const eventOf = ({ version, editable: _, ...row }: SqlEvent): EventRow => ({ ...row, version: BigInt(version) })

/** Days that a deleted event can be restored. */
export const binDays = 30

/** Replies, with the names of files and of who made them: two queries for many. */
export async function repliesOf(tx: Tx, events: readonly (EventRow & { editable: boolean })[]): Promise<CalendarEvent[]> {
  const names = await personNames(
    tx,
    events.map(({ createdBy }) => createdBy),
  )
  const files = await filesOf(
    tx,
    events.flatMap(({ uploadIds }) => uploadIds),
  )
  return events.map((row) => {
    const maker = names.get(row.createdBy)
    return {
      id: row.id,
      title: row.title,
      all_day: row.allDay,
      start_time: row.startTime.toISOString(),
      end_time: row.endTime.toISOString(),
      location: row.location,
      room_id: row.roomId,
      description: row.description,
      color: row.color as CalendarEvent['color'],
      target_type: row.targetType,
      target_data: {
        department_ids: row.departmentIds,
        role_ids: row.roleIds,
        course_id: row.courseIds.length === 1 && !row.allCourses ? row.courseIds[0]! : null,
        course_ids: row.courseIds,
        all_courses: row.allCourses,
        user_ids: row.editable ? row.userIds : [],
        group_ids: row.groupIds,
      },
      alert_id: row.alertId,
      send_email_alert: row.sendEmailAlert,
      tag_id: row.tagId,
      uploads: row.uploadIds.flatMap((id) => files.get(id) ?? []),
      editable: row.editable,
      created_by: maker && !maker.deleted ? { id: maker.id, name: maker.name } : null,
      version: Number(row.version),
    }
  })
}

type FileRow = { id: string; name: string; type: string; size: number }
async function filesOf(tx: Tx, ids: string[]): Promise<Map<string, FileRow>> {
  if (ids.length === 0) return new Map()
  const files = await rows<FileRow>(
    tx,
    'select id::text, name, type, size::float8 as size from uploads where id = any($1) and not deleted',
    ids,
  )
  return new Map(files.map((file) => [file.id, file]))
}

/** Writes its places, and tells the event and its files. Call it after every write of the row. `hinting`: open pages read again. */
export async function follow(tx: Tx, row: EventRow, { hinting = true }: { hinting?: boolean } = {}): Promise<void> {
  const deleted = row.deletedAt !== null
  const places = deleted ? [] : [row.createdBy, ...row.departmentIds, ...row.courseIds, ...(row.roomId ? [row.roomId] : [])]
  await place(tx, 'event', row.id, places, { starts: row.startTime, ends: row.endTime })
  await holdEventFiles(tx, row)
  const people = hinting ? [row.createdBy, ...(await peopleOf(tx, row))] : undefined
  const own = row.targetType === 'self'
  await emit(
    tx,
    EventChangedSchema,
    { key: own ? `person:${row.createdBy}` : `event:${row.id}`, org: row.orgId, ...(people && { hint: { people } }) },
    {
      id: row.id,
      orgId: row.orgId,
      targetType: row.targetType,
      departmentIds: row.departmentIds,
      courseIds: row.courseIds,
      title: own ? '' : row.title,
      startTime: row.startTime.toISOString(),
      endTime: row.endTime.toISOString(),
      allDay: row.allDay,
      createdBy: row.createdBy,
      deleted,
      version: row.version,
    },
  )
}

/** Open pages of so many people of a course get a hint; those of more see the event when they are opened again. */
const mostHinted = 500
async function peopleOf(tx: Tx, { courseIds }: EventRow): Promise<string[]> {
  const members = await Promise.all(courseIds.slice(0, 20).map((course) => courseMembers(tx, course)))
  return [...new Set(members.flat().map(({ person_id }) => person_id))].slice(0, mostHinted)
}

/** An event of one's own is of no course. */
export const holdEventFiles = (tx: Tx, row: EventRow) =>
  holdFiles(tx, FilesHeldSchema, [
    {
      holder: `event:${row.id}`,
      orgId: row.orgId,
      courseId: row.courseIds[0] ?? zeroId,
      uploadIds: row.deletedAt ? [] : row.uploadIds,
      hold: false,
      byRight: row.courseIds.length > 0,
      version: row.version,
      restorableUntil: row.deletedAt ? new Date(row.deletedAt.getTime() + binDays * 86_400_000).toISOString() : undefined,
    },
  ])

/** Deletes events for good that were deleted 30 days ago. */
export const purgeEvents = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from events where id in (
       select id from events where deleted_at < $1::timestamptz - make_interval(days => ${binDays}) order by deleted_at limit $2)`,
    now,
    size,
  )
