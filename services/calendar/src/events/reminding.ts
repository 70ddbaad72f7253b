// The job that reminds people of their events when the time of an alert has come. Its audience is read then: who has left a course is not.
import { rows, run, type Database, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { seal } from '@lyceum/kit/text/sealed'
import { CalendarAlertDueSchema } from '@lyceum/proto/calendar'
import type { GrantKeys } from '@lyceum/upload/mirror/grant'
import { orgZone } from '../zones.ts'
import { eventColumns, eventOf, type EventRow, type SqlEvent } from './event-row.ts'
import { isStillNews } from './rules.ts'

/** People of one fact. */
const perFact = 500

/** Tells at most `size` events that are due; answers their number. An event that has long begun (the service stood still) is no news. */
export async function remind(db: Database, keys: GrantKeys, now: Date, size: number): Promise<number> {
  return await db.$transaction(async (tx) => {
    const due = await rows<SqlEvent>(
      tx,
      `select ${eventColumns} from events e where e.alert_at <= $1 and e.deleted_at is null order by e.alert_at limit $2 for update skip locked`,
      now,
      size,
    )
    for (const event of due.map(eventOf)) {
      await run(tx, 'update events set alert_at = null where id = $1', event.id)
      const zone = await orgZone(tx, event.orgId)
      if (isStillNews({ allDay: event.allDay, start: event.startTime }, { zone, now })) await emitDue(tx, keys, event)
    }
    return due.length
  })
}

async function emitDue(tx: Tx, keys: GrantKeys, event: EventRow): Promise<void> {
  const people = await audienceOf(tx, event)
  const own = event.targetType === 'self'
  const parts = Array.from({ length: Math.ceil(people.length / perFact) }, (_, n) => people.slice(n * perFact, (n + 1) * perFact))
  await emitAll(
    tx,
    parts.map((personIds) =>
      fact(
        CalendarAlertDueSchema,
        { key: own ? `person:${event.createdBy}` : `event:${event.id}`, org: event.orgId, version: event.version },
        {
          eventId: event.id,
          orgId: event.orgId,
          title: own ? '' : event.title,
          startTime: event.startTime.toISOString(),
          endTime: event.endTime.toISOString(),
          location: own ? '' : event.location,
          sealed: own ? seal(keys, 'own-event', JSON.stringify({ title: event.title, location: event.location })) : '',
          allDay: event.allDay,
          personIds,
          sendEmailAlert: event.sendEmailAlert,
          ...(event.courseIds.length === 1 && { courseId: event.courseIds[0] }),
        },
      ),
    ),
  )
}

/** The people of an event, who made it among them. */
async function audienceOf(tx: Tx, { id, targetType, createdBy }: EventRow): Promise<string[]> {
  const sql = {
    self: `select created_by::text as id from events where id = $1`,
    course: `
      select distinct m.person_id::text as id from events e join mirror.members m on m.course_id = any(e.course_ids) and m.state = 'active'
      join mirror.courses c on c.id = m.course_id and not c.deleted and (c.published or m.role <> 'student')
      where e.id = $1 and (cardinality(e.role_ids) = 0 or m.role = any(e.role_ids))
        and (cardinality(e.user_ids) + cardinality(e.group_ids) = 0 or m.person_id = any(e.user_ids) or exists (
          select from mirror.group_members g where g.person_id = m.person_id and g.until is null and g.group_id = any(e.group_ids)))`,
    department: `
      select distinct s.person_id::text as id from events e join mirror.memberships s on s.org_id = e.org_id
      left join mirror.departments d on d.id = s.department_id
      where e.id = $1 and coalesce(d.path, array[s.department_id]) && e.department_ids
        and (cardinality(e.role_ids) = 0 or s.roles && e.role_ids) and (cardinality(e.user_ids) = 0 or s.person_id = any(e.user_ids))`,
  }[targetType]
  const found = (await rows<{ id: string }>(tx, sql, id)).map((one) => one.id)
  return [...new Set([createdBy, ...found])].sort()
}
