// The corrections of a person's attendance in a roll call, a page of them.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { classPeople } from '../people.ts'
import type { AttendanceState } from '../shapes.ts'
import type { AttendanceChange } from './api.ts'
import { foundCall } from './call-row.ts'

type Row = { at: Date; by: string | null; before: AttendanceState | null; after: AttendanceState; reason: string }

export async function listChanges({ db }: Deps, scope: CourseScope, person: string, query: PageQuery) {
  const { id } = foundCall(scope)
  const { limit, offset } = limits(query)
  const from = 'from attendance_changes c where c.roll_call_id = $1 and c.person_id = $2'
  const list = await rows<Row>(
    db,
    `select c.at, c.by_id::text as by, c.before, c.after, c.reason ${from} order by c.at desc, c.id desc limit $3 offset $4`,
    id,
    person,
    limit,
    offset,
  )
  const head = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, id, person)
  const people = await classPeople(
    db,
    list.flatMap(({ by }) => by ?? []),
  )
  return pageOf(
    query,
    head?.n ?? 0,
    list.map(
      ({ at, by, ...change }): AttendanceChange => ({ at: at.toISOString(), by: (by !== null && people.get(by)) || null, ...change }),
    ),
  )
}
