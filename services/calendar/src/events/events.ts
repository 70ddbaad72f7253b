// Events: who may make them for whom, what they become, who reads them.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { may } from '@lyceum/identity/mirror/permissions'
import { spanSql } from '../places.ts'
import type {} from '../audit-actions.ts'
import { newEvent } from '../defaults.ts'
import type { Deps } from '../deps.ts'
import { changesEventSql, eventCourseSql, readerSql, seesEventSql } from '../reader.ts'
import { heldIn } from '../held-in.ts'
import { spanOf } from '../span.ts'
import { orgZone } from '../zones.ts'
import type { CalendarEvent, EventDraft } from './api.ts'
import { checkAudience, targetNames } from './audience.ts'
import { alertOf } from './alerts.ts'
import { eventColumns, eventOf, type EventRow, follow, repliesOf, type SqlEvent } from './event-row.ts'
import { mayChange, seenEvent, withRight } from './seen-event.ts'
import { alertTime, timeFaults } from './rules.ts'
import { checkUploads } from './files.ts'

export async function listEvents({ db }: Deps, actor: Actor, query: PageQuery & { start: string; end: string }) {
  const { from, to } = spanOf(query)
  const { limit, offset } = limits(query)
  const found = await rows<SqlEvent & { total: number }>(
    db,
    `
    with ${readerSql}
    select ${eventColumns}, ${changesEventSql('$4', '$5', '$8')} as editable, count(*) over ()::int as total
    from (select distinct p.item_id from places p join mine on mine.id = p.place_id and p.kind = 'event' where ${spanSql('$2', '$3')}) hit
    join events e on e.id = hit.item_id and e.deleted_at is null
    ${eventCourseSql} where ${seesEventSql}
    order by e.start_time, e.id limit $6 offset $7`,
    actor.person,
    from,
    to,
    may(actor, 'calendar.manage'),
    actor.org,
    limit,
    offset,
    actor.department ?? '',
  )
  const events = await repliesOf(db, found.map(withRight))
  return pageOf(query, found[0]?.total ?? 0, events)
}
export async function readEvent({ db }: Deps, actor: Actor, id: string): Promise<CalendarEvent> {
  const event = await seenEvent({ db }, actor, id)
  const [reply] = await repliesOf(db, [event])
  return event.editable ? { ...reply!, target_names: await targetNames(db, event) } : reply!
}

/** The event that the actor may change, its row locked. 403 for one that they only see, 409 for a newer one. */
async function lockForChange(deps: Deps, actor: Actor, id: string, version: number): Promise<EventRow> {
  const { editable } = await seenEvent(deps, actor, id)
  if (!editable) throw forbidden()
  const row = await one<SqlEvent>(deps.db, `select ${eventColumns} from events e where e.id = $1 and e.deleted_at is null for update`, id)
  if (!row) throw notFound('calendarEvent', id)
  if (version < Number(row.version)) throw conflict('calendarEvent.newer', { version: Number(row.version) })
  return eventOf(row)
}

export async function makeEvent(deps: Deps, actor: Actor, draft: EventDraft): Promise<CalendarEvent> {
  const row = await rowAfter(deps, actor, draft)
  await deps.db.event.create({ data: row })
  return await emitted(deps, row, 'calendarEvent.made')
}

export async function changeEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...changes }: Partial<EventDraft> & { version: number },
): Promise<CalendarEvent> {
  const before = await lockForChange(deps, actor, id, version)
  const row = await rowAfter(deps, actor, changes, before)
  const { id: _, ...data } = row
  await deps.db.event.update({ where: { id }, data })
  return await emitted(deps, row, 'calendarEvent.changed')
}

export async function deleteEvent(deps: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const before = await lockForChange(deps, actor, id, version)
  const row = { ...before, deletedAt: deps.now(), alertAt: null, version: versionAfter(before.version, deps.now()) }
  await deps.db.event.update({ where: { id }, data: { deletedAt: row.deletedAt, alertAt: null, version: row.version } })
  await emitted(deps, row, 'calendarEvent.deleted')
  return null
}

/** Only who made it restores it, while they may still change it: nobody else sees a deleted one. */
export async function restoreEvent(deps: Deps, actor: Actor, id: string): Promise<CalendarEvent> {
  const found = await one<SqlEvent>(
    deps.db,
    `select ${eventColumns} from events e where e.id = $1 and e.created_by = $2 for update`,
    id,
    actor.person,
  )
  if (!found) throw notFound('calendarEvent', id)
  const before = eventOf(found)
  if (!(await mayChange(deps.db, actor, before))) throw forbidden()
  if (!before.deletedAt) return (await repliesOf(deps.db, [{ ...before, editable: true }]))[0]!
  const row = { ...before, deletedAt: null, version: versionAfter(before.version, deps.now()) }
  row.alertAt = await alertOfRow(deps, row)
  // its uid may have come back by another import meanwhile
  const taken =
    row.sourceUid && (await deps.db.event.count({ where: { createdBy: row.createdBy, sourceUid: row.sourceUid, deletedAt: null } }))
  if (taken) row.sourceUid = null
  const { id: _, ...data } = row
  await deps.db.event.update({ where: { id }, data })
  return await emitted(deps, row, 'calendarEvent.restored')
}

async function emitted(
  { db }: Deps,
  row: EventRow,
  action: 'calendarEvent.made' | 'calendarEvent.changed' | 'calendarEvent.deleted' | 'calendarEvent.restored',
): Promise<CalendarEvent> {
  await follow(db, row)
  // what people write for themselves is nobody else's
  if (row.targetType !== 'self')
    await audit(db, { action, subject: `event:${row.id}`, org: row.orgId, ...(row.courseIds.length === 1 && { course: row.courseIds[0] }) })
  return (await repliesOf(db, [{ ...row, editable: true }]))[0]!
}

/** The row after a write, checked: its times, who it is for, its files. */
async function rowAfter(deps: Deps, actor: Actor, changes: Partial<EventDraft>, before?: EventRow): Promise<EventRow> {
  const { now } = deps
  const fresh = newEvent(now())
  const allDay = changes.all_day ?? before?.allDay ?? false
  const day = (time: Date) => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000)
  const start = changes.start_time ? new Date(changes.start_time) : (before?.startTime ?? (allDay ? day(fresh.start) : fresh.start))
  const length = allDay ? 86_400_000 : 3_600_000
  const end = changes.end_time ? new Date(changes.end_time) : (before?.endTime ?? new Date(start.getTime() + length))
  const title = changes.title === undefined ? before!.title : cleanTitle(changes.title)
  const faults = { ...(title === '' && { title: 'field.required' as const }), ...timeFaults({ allDay, start, end }) }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const alertId = changes.alert_id === undefined ? (before?.alertId ?? null) : changes.alert_id
  if (alertId !== null && !alertOf(alertId)) throw invalid({ alert_id: 'calendarEvent.alertUnknown' })
  const audience = await checkAudience(deps, actor, changes, before)
  const held = await heldIn(
    deps.db,
    before?.orgId ?? actor.org,
    { text: changes.location, room: changes.room_id },
    before && { name: before.location, room: before.roomId },
  )
  const uploadIds = changes.upload_ids ?? before?.uploadIds ?? []
  await checkUploads(deps, actor, uploadIds, before?.uploadIds ?? [])
  const row: EventRow = {
    id: before?.id ?? newId(),
    orgId: before?.orgId ?? actor.org,
    createdBy: before?.createdBy ?? actor.person,
    createdAt: before?.createdAt ?? now(),
    sourceUid: before?.sourceUid ?? null,
    deletedAt: null,
    title,
    allDay,
    startTime: start,
    endTime: end,
    location: held.name,
    roomId: held.room,
    description: changes.description ?? before?.description ?? '',
    color: changes.color ?? before?.color ?? 'teal',
    ...audience,
    alertId,
    alertAt: null,
    sendEmailAlert: changes.send_email_alert ?? before?.sendEmailAlert ?? false,
    tagId: changes.tag_id === undefined ? (before?.tagId ?? null) : changes.tag_id,
    uploadIds,
    version: versionAfter(before?.version, now()),
  }
  const sameTime = before && before.startTime.getTime() === start.getTime() && before.alertId === alertId && before.allDay === allDay
  // told once: another word in the text is no reason to be told again
  row.alertAt = sameTime ? before.alertAt : await alertOfRow(deps, row)
  return row
}

const alertOfRow = async ({ db, now }: Deps, { alertId, allDay, startTime, orgId }: EventRow): Promise<Date | null> =>
  alertTime({ alertId, allDay, start: startTime }, { zone: await orgZone(db, orgId), now: now() })
