// An event as one person sees it: whether they do, and whether they may change it.
import { permittedAmong } from '@lyceum/course/mirror/rules'
import { departmentsWithin } from '@lyceum/identity/mirror/departments'
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { changesEventSql, eventCourseSql, readerSql, seesEventSql } from '../reader.ts'
import { eventColumns, eventOf, type EventRow, type SqlEvent } from './event-row.ts'

export const withRight = (row: SqlEvent): EventRow & { editable: boolean } => ({ ...eventOf(row), editable: row.editable })

/** The event, as the actor sees it. 404 for one that they do not see. */
export async function seenEvent({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<EventRow & { editable: boolean }> {
  const row = await one<SqlEvent>(
    db,
    `with ${readerSql}
     select ${eventColumns}, ${changesEventSql('$3', '$4', '$5')} as editable
     from events e ${eventCourseSql} where e.id = $2 and e.deleted_at is null and ${seesEventSql}`,
    actor.person,
    id,
    may(actor, 'calendar.manage'),
    actor.org,
    actor.department ?? '',
  )
  if (!row) throw notFound('calendarEvent', id)
  const event = eventOf(row)
  // lists are read by roles in courses alone; here rights in the organisation and simulations count too
  return { ...event, editable: event.targetType === 'course' ? await mayChange(db, actor, event) : row.editable }
}

/** Whether the actor may write the event: one's own who made it, one of departments who manages the calendar, one of courses who changes all of them. */
export async function mayChange(
  tx: Tx,
  actor: Actor,
  { targetType, createdBy, orgId, courseIds, departmentIds }: EventRow,
): Promise<boolean> {
  if (targetType === 'self') return createdBy === actor.person
  if (targetType === 'department')
    return may(actor, 'calendar.manage') && orgId === actor.org && (await departmentsWithin(tx, actor, departmentIds))
  const there = await rows<{ id: string }>(tx, 'select id::text from mirror.courses where id = any($1) and not deleted', courseIds)
  if (there.length === 0) return createdBy === actor.person
  const permitted = await permittedAmong(
    tx,
    actor,
    there.map(({ id }) => id),
    'content.change',
  )
  return permitted.length === there.length
}
