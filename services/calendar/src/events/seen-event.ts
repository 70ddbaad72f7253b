// An event as one person sees it: whether they do, and whether they may change it.
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { changesEventSql, eventCourseSql, readerSql, seesEventSql } from '../reader.ts'
import { eventColumns, eventOf, type EventRow, type SqlEvent } from './event-row.ts'

export const withRight = (row: SqlEvent): EventRow & { editable: boolean } => ({ ...eventOf(row), editable: row.editable })

/** The event, as the actor sees it. 404 for one that they do not see. */
export async function seenEvent({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<EventRow & { editable: boolean }> {
  const row = await one<SqlEvent>(
    db,
    `with ${readerSql}
     select ${eventColumns}, ${changesEventSql('$3', '$4')} as editable
     from events e ${eventCourseSql} where e.id = $2 and e.deleted_at is null and ${seesEventSql}`,
    actor.person,
    id,
    may(actor, 'calendar.manage'),
    actor.org,
  )
  if (!row) throw notFound('calendarEvent', id)
  return withRight(row)
}
