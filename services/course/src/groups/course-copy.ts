// The group sets of a course that is copied: names, groups and sign-up come along, people do not.
import { sqlOf } from '@lyceum/kit/database/connections'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { emitGroups, emitSets, type GroupRow, groupColumns, type SetRow, setColumns } from './group-rows.ts'

/** `shiftDays`: by which the end of a sign-up moves, as every date of the copy does. */
export async function copySets(tx: Tx, from: string, to: { id: string; orgId: string }, shiftDays: number): Promise<void> {
  const sources = await rows<{ id: string }>(sqlOf(tx), 'select id::text from group_sets where course_id = $1 and not deleted', from)
  if (sources.length === 0) return
  const copyOf = new Map(sources.map(({ id }) => [id, newId()]))
  const sets = await rows<SetRow>(
    sqlOf(tx),
    `
    insert into group_sets as s (id, org_id, course_id, name, sort, sign_up, seats, sign_up_until, version)
    select w.copy, $3::uuid, $4::uuid, o.name, o.sort, o.sign_up, o.seats, o.sign_up_until + make_interval(days => $5::int), ${nextVersion('0')}
    from unnest($1::uuid[], $2::uuid[]) as w(source, copy) join group_sets o on o.id = w.source
    returning ${setColumns('s')}`,
    [...copyOf.keys()],
    [...copyOf.values()],
    to.orgId,
    to.id,
    shiftDays,
  )
  const groups = await rows<GroupRow>(
    sqlOf(tx),
    `
    insert into groups as g (id, org_id, course_id, set_id, name, sort, version)
    select gen_random_uuid(), $3::uuid, $4::uuid, w.copy, o.name, o.sort, ${nextVersion('0')}
    from unnest($1::uuid[], $2::uuid[]) as w(source, copy) join groups o on o.set_id = w.source and not o.deleted
    returning ${groupColumns('g')}`,
    [...copyOf.keys()],
    [...copyOf.values()],
    to.orgId,
    to.id,
  )
  await emitSets(tx, sets)
  await emitGroups(tx, groups)
}
